package dev.riffle.formats.image;

import javax.imageio.IIOException;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * A file in memory with some zeros behind it, as many as the library's bit reader looks ahead. Whoever reads on gets an exception
 * that is no EOFException: for those the library would go on with zeros, one exception for each pixel.
 */
final class PaddedInput extends ImageInputStreamImpl {

    private static final int PADDING = 16;

    private final byte[] bytes;

    PaddedInput(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() throws IIOException {
        bitOffset = 0;
        requireMore();
        int at = (int) streamPos++;
        return at < bytes.length ? bytes[at] & 0xff : 0;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IIOException {
        bitOffset = 0;
        if (count == 0) {
            return 0;
        }
        requireMore();
        int done = (int) Math.min(count, length() - streamPos);
        for (int i = 0; i < done; i++) {
            int at = (int) streamPos++;
            target[from + i] = at < bytes.length ? bytes[at] : 0;
        }
        return done;
    }

    private void requireMore() throws IIOException {
        if (streamPos >= length()) {
            throw new IIOException("data is cut or damaged");
        }
    }

    @Override
    public long length() {
        return (long) bytes.length + PADDING;
    }
}

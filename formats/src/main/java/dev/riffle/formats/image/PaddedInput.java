package dev.riffle.formats.image;

import javax.imageio.IIOException;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * Reads a file in memory, followed by as many zeros as the bit reader of the library reads ahead. A read past the zeros
 * throws an exception that is not an EOFException. After an EOFException, the library would continue with zeros and
 * throw one exception for each pixel.
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
            throw new IIOException("data is truncated or damaged");
        }
    }

    @Override
    public long length() {
        return (long) bytes.length + PADDING;
    }
}

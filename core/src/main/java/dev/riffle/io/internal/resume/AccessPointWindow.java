package dev.riffle.io.internal.resume;

import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.codec.DeflateDecoder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Up to 32 KiB of bytes before a place in a deflate stream, stored in deflated form. */
final class AccessPointWindow {

    /** The largest number of bytes that deflate adds to incompressible bytes. */
    private static final int MOST_GROWN_BYTES = 64;

    private final int size;
    private final byte[] deflated;

    private AccessPointWindow(int size, byte[] deflated) {
        this.size = size;
        this.deflated = deflated;
    }

    static AccessPointWindow of(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] deflated = new byte[bytes.length + MOST_GROWN_BYTES];
            int count = deflater.deflate(deflated);
            return new AccessPointWindow(bytes.length, Arrays.copyOf(deflated, count));
        } finally {
            deflater.end();
        }
    }

    /** Returns a window from its stored form. The sizes must be possible. */
    static AccessPointWindow stored(int size, byte[] deflated) {
        return new AccessPointWindow(size, deflated);
    }

    /** Returns whether a window may have these sizes. */
    static boolean isPossible(long size, long deflatedSize) {
        return size >= 0
                && size <= DeflateDecoder.WINDOW_BYTES
                && deflatedSize >= 0
                && deflatedSize <= size + MOST_GROWN_BYTES;
    }

    int size() {
        return size;
    }

    byte[] deflated() {
        return deflated;
    }

    /**
     * Inflates and returns the bytes.
     *
     * @throws CompressionException if the stored bytes inflate to another size
     */
    byte[] bytes() throws CompressionException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            byte[] bytes = new byte[size];
            int count = inflater.inflate(bytes);
            if (count == size) {
                return bytes;
            }
        } catch (DataFormatException e) {
            // the check below treats this error as too few bytes
        } finally {
            inflater.end();
        }
        throw new CompressionException(
                CompressionException.Reason.DAMAGED, 0, "expected a window of " + size + " bytes, found fewer");
    }
}

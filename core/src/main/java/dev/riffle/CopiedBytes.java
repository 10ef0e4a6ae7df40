package dev.riffle;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the mapped bytes that a reader is verifying. The JVM guards copies of mapped memory, but not checksums over
 * it: see {@link MappedFault}. A payload that was verified in the copy cannot change afterwards.
 */
final class CopiedBytes {

    /** Size of the largest copy: small enough to stay in the processor's cache during verification of its frames. */
    static final int MOST_BYTES = 64 << 10;

    private static final int SMALLEST_ARRAY = 4 << 10;

    byte[] bytes = {};

    /** The buffer that contains the bytes, and the indices in it of the first byte and of the end. */
    private @Nullable ByteBuffer source;

    private int from;
    private int to;

    /**
     * Copies the bytes from index {@code begin} to {@code end} of a buffer to index 0 of {@link #bytes}. Bytes that are
     * copied already move inside the array.
     *
     * @throws InternalError if some of them are gone
     */
    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    void copy(ByteBuffer buffer, int begin, int end) {
        int kept = source == buffer && from <= begin && begin < to ? Math.min(to, end) - begin : 0;
        byte[] old = bytes;
        if (old.length < end - begin) {
            bytes = new byte[Math.min(Math.max(SMALLEST_ARRAY, 2 * (end - begin)), MOST_BYTES)];
        }
        System.arraycopy(old, kept > 0 ? begin - from : 0, bytes, 0, kept);
        source = buffer;
        from = begin;
        to = begin;
        MappedFault.copy(buffer, begin + kept, bytes, kept, end - begin - kept);
        to = end;
    }

    /** Returns whether the copy has the bytes of a buffer from one index to another. */
    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    boolean has(ByteBuffer buffer, int begin, int end) {
        return source == buffer && from <= begin && end <= to;
    }

    /** Returns the index in {@link #bytes} of a byte of the buffer for which {@link #has} returned true. */
    int indexOf(int index) {
        return index - from;
    }

    /** Copies some of the bytes again, for a caller to keep. */
    byte[] copyOf(int index, int size) {
        return Arrays.copyOfRange(bytes, indexOf(index), indexOf(index) + size);
    }

    /** Discards the copy: the file may have changed. */
    void clear() {
        source = null;
    }
}

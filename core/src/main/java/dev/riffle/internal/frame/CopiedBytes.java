package dev.riffle.internal.frame;

import dev.riffle.internal.SharedArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the mapped bytes that a reader verifies. The JVM guards copies of mapped memory, but not checksums of it:
 * see {@link MappedFault}. A payload that the reader verified in the copy cannot change afterwards. Batches use the
 * array of the copy without another copy. The reader then copies the next bytes to another array.
 */
final class CopiedBytes {

    /**
     * The size of the largest copy for several frames. It is small, so that the copy stays in the processor's cache
     * while the reader verifies its frames.
     */
    static final int MOST_BYTES = 64 << 10;

    private static final int SMALLEST_ARRAY = 4 << 10;

    /** The array of the current copy. */
    private SharedArray array = new SharedArray(0);

    /** The content of the array. The next field is a view of it, in little-endian order. */
    byte[] bytes = array.bytes;

    ByteBuffer view = ByteBuffer.wrap(bytes);

    /** An array without users for a later copy, or null. */
    private @Nullable SharedArray spare;

    /** The source of the copied bytes, with the indices in it of the first byte and of the end. */
    private @Nullable ByteBuffer source;

    private int from;
    private int to;

    /**
     * Copies the bytes from index {@code begin} to {@code end} of a buffer to index 0 of {@link #bytes}. Moves bytes
     * that were copied before inside the array.
     *
     * @throws InternalError if some of the bytes are missing from the mapped file
     */
    @SuppressWarnings("ReferenceEquality") // compares the identity of buffers and arrays, not their content
    void copy(ByteBuffer buffer, int begin, int end) {
        int kept = source == buffer && from <= begin && begin < to ? Math.min(to, end) - begin : 0;
        SharedArray old = array;
        if (old.bytes.length < end - begin || !old.hasOneUser()) {
            SharedArray other = otherArray(end - begin);
            view = ByteBuffer.wrap(other.bytes).order(ByteOrder.LITTLE_ENDIAN);
            bytes = other.bytes;
            array = other;
        }
        System.arraycopy(old.bytes, kept > 0 ? begin - from : 0, bytes, 0, kept);
        if (array != old) {
            // After this call, a batch of another thread may lend the array to a reader that overwrites it.
            old.release();
        }
        source = buffer;
        from = begin;
        to = begin;
        MappedFault.copy(buffer, begin + kept, bytes, kept, end - begin - kept);
        to = end;
    }

    /** Returns another array of at least this size, because the array is too small or batches use it. */
    private SharedArray otherArray(int size) {
        SharedArray next = spare;
        spare = null;
        if (next != null && next.bytes.length >= size) {
            next.reuse();
            return next;
        }
        return new SharedArray(Math.max(size, Math.min(Math.max(SMALLEST_ARRAY, 2 * size), MOST_BYTES)));
    }

    /** Lends the array to a batch, for bytes of the buffer. Returns false if the batch wants a copy. */
    boolean lendTo(PayloadMemory memory, int index, int size) {
        if (spare == null) {
            spare = memory.takeSpare();
        }
        return memory.lend(array, indexOf(index), size);
    }

    /** Returns whether the copy has the bytes of a buffer from one index to another. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    boolean has(ByteBuffer buffer, int begin, int end) {
        return source == buffer && from <= begin && end <= to;
    }

    /**
     * Returns the index in {@link #bytes} of a byte of the buffer. {@link #has} must have returned true for this byte.
     */
    int indexOf(int index) {
        return index - from;
    }

    /** Copies some of the bytes into a new array that the caller may keep. */
    byte[] copyOf(int index, int size) {
        return Arrays.copyOfRange(bytes, indexOf(index), indexOf(index) + size);
    }

    /** Discards the copy, because the file may have changed. */
    void clear() {
        source = null;
    }
}

package dev.riffle.internal.frame;

import dev.riffle.internal.SharedArray;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a batch of payloads. A reader lends the arrays in which it verified the payloads, and the batch returns
 * them when it is cleared. Other payloads are copied to one block. One thread at a time may use the memory.
 *
 * <p>A lent array stays in use while the batch needs one of its payloads. If the batch takes only a few payloads of
 * each array, the memory rejects further arrays, and the reader copies the payloads to the block. So the lent arrays
 * have at most twice the size of their payloads, plus two arrays.
 */
public final class PayloadMemory {

    private static final int FIRST_BYTES = 1 << 12;
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** The size of the unused parts of lent arrays that is always allowed. */
    private static final int MOST_UNUSED_BYTES = 64 << 10;

    private static volatile @Nullable Reading<?> reading;

    /** Adds the payload of a reader's current record to a memory. */
    @FunctionalInterface
    public interface Reading<R> {
        void addPayload(R reader, PayloadMemory memory) throws IOException;
    }

    private byte[] block = new byte[0];
    private int blockSize;

    private final List<SharedArray> lent = new ArrayList<>();
    private final Deque<SharedArray> spare = new ArrayDeque<>();
    private @Nullable SharedArray last;
    private long lentBytes;
    private long usedBytes;
    private int mostLent;

    private byte @Nullable [] array;
    private int offset;

    /** Sets the access to the payloads of readers. The class of the readers calls it when it is initialized. */
    public static <R> void reading(Reading<R> access) {
        reading = access;
    }

    /** Adds the payload of a reader's current record. {@link #array()} and {@link #offset()} return its place. */
    @SuppressWarnings("unchecked") // the class of readers has set the access
    public <R> void addPayload(R reader) throws IOException {
        ((Reading<R>) Objects.requireNonNull(reading)).addPayload(reader, this);
    }

    /** Returns the lent array with the payload added last, or null if the payload is in the block. */
    public byte @Nullable [] array() {
        return array;
    }

    /** Returns the index at which the payload added last begins in its array or in the block. */
    public int offset() {
        return offset;
    }

    /** Returns the block. The next payload may replace it by a larger block with the same content. */
    public byte[] block() {
        return block;
    }

    /** Takes a payload in the array of a reader, unless the batch uses too little of the lent arrays. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the arrays, not their content
    public boolean lend(SharedArray from, int at, int size) {
        if (from != last && !retain(from)) {
            return false;
        }
        usedBytes += size;
        array = from.bytes;
        offset = at;
        return true;
    }

    private boolean retain(SharedArray from) {
        if (LentPayload.IS_DEBUGGED || lentBytes > 2 * usedBytes + MOST_UNUSED_BYTES) {
            return false;
        }
        from.retain();
        lent.add(from);
        last = from;
        lentBytes += from.bytes.length;
        return true;
    }

    /** Returns an array for the reader's next frames, without users, or null if the memory has none to spare. */
    public @Nullable SharedArray takeSpare() {
        return spare.pollLast();
    }

    /** Reserves bytes in the block for a payload. Returns false if the block would be too large. */
    public boolean reserve(int bytes) {
        long wanted = (long) blockSize + bytes;
        if (wanted > MOST_BYTES) {
            return false;
        }
        if (wanted > block.length) {
            long larger = Math.max(wanted, Math.max(FIRST_BYTES, 2L * block.length));
            byte[] old = block;
            block = Arrays.copyOf(old, (int) Math.min(larger, MOST_BYTES));
            if (LentPayload.IS_DEBUGGED) {
                LentPayload.overwrite(old, blockSize);
            }
        }
        array = null;
        offset = blockSize;
        return true;
    }

    /** Keeps the bytes that the caller wrote to the block at {@link #offset()}. */
    public void use(int bytes) {
        blockSize = offset + bytes;
    }

    /** Takes a payload in an array of its own, which no block has room for. */
    public void take(byte[] own) {
        array = own;
        offset = 0;
    }

    /** Removes all payloads, and keeps memory for the next payloads. */
    public void clear() {
        mostLent = Math.max(mostLent, lent.size());
        for (SharedArray each : lent) {
            if (each.release() && spare.size() < mostLent) {
                spare.add(each);
            }
        }
        lent.clear();
        last = null;
        lentBytes = 0;
        usedBytes = 0;
        if (LentPayload.IS_DEBUGGED) {
            LentPayload.overwrite(block, blockSize);
            block = new byte[0];
        }
        blockSize = 0;
    }
}

package dev.riffle.index;

import dev.riffle.RecordFile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stores the ascending offsets of one file, with four bytes for each record in files below 4 GiB, or eight. Stores no
 * offsets of a container, which contains them.
 */
final class RecordOffsets {

    private static final int FIRST_CAPACITY = 1024;
    private static final int MAX = Integer.MAX_VALUE - 8;
    private static final long MAX_SMALL = 0xffff_ffffL;

    /** The container with the offsets, or null. */
    private final @Nullable RecordFile container;

    private int[] small = new int[FIRST_CAPACITY];
    private long[] large = {};
    private int count;

    RecordOffsets() {
        container = null;
    }

    /** Returns the offsets of a container with random access. */
    RecordOffsets(RecordFile container) {
        long records = container.count().orElseThrow();
        if (records > MAX) {
            throw new IllegalArgumentException(
                    container.name() + ": a file must not have more than " + MAX + " records: " + records);
        }
        this.container = container;
        this.count = (int) records;
    }

    /** Adds the next offset, which must be at least the last one. */
    void add(long offset) {
        if (count == MAX) {
            throw new IllegalArgumentException("a file must not have more than " + MAX + " records");
        }
        if (large.length == 0 && offset > MAX_SMALL) {
            large = new long[grown()];
            for (int i = 0; i < count; i++) {
                large[i] = get(i);
            }
            small = new int[0];
        }
        if (large.length > 0) {
            if (count == large.length) {
                large = Arrays.copyOf(large, grown());
            }
            large[count++] = offset;
        } else {
            if (count == small.length) {
                small = Arrays.copyOf(small, grown());
            }
            small[count++] = (int) offset;
        }
    }

    private int grown() {
        return (int) Math.min(Math.max(FIRST_CAPACITY, count + (count >> 1) + 1L), MAX);
    }

    /** Frees spare memory. */
    void trim() {
        if (large.length > 0) {
            large = Arrays.copyOf(large, count);
        } else {
            small = Arrays.copyOf(small, count);
        }
    }

    int count() {
        return count;
    }

    long get(int index) {
        if (container != null) {
            return container.offset(index);
        }
        return small.length > 0 ? Integer.toUnsignedLong(small[index]) : large[index];
    }
}

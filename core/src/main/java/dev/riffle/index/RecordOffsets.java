package dev.riffle.index;

import java.util.Arrays;

/** The ascending offsets of the records of one file, at four bytes a record in files below 4 GiB, eight in others. */
final class RecordOffsets {

    private static final int FIRST_CAPACITY = 1024;
    private static final int MOST = Integer.MAX_VALUE - 8;
    private static final long MOST_SMALL = 0xffff_ffffL;

    private int[] small = new int[FIRST_CAPACITY];
    private long[] large = {};
    private int count;

    /** Adds the next offset, which must not be below the last. */
    void add(long offset) {
        if (count == MOST) {
            throw new IllegalArgumentException("a file must not have more than " + MOST + " records");
        }
        if (large.length == 0 && offset > MOST_SMALL) {
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
        return (int) Math.min(Math.max(FIRST_CAPACITY, count + (count >> 1) + 1L), MOST);
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
        return small.length > 0 ? Integer.toUnsignedLong(small[index]) : large[index];
    }
}

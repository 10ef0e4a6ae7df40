package dev.riffle.scan;

import java.util.Arrays;

/**
 * Where a file is cut into splits. Those at the end are smaller than those before them, so that all threads end at about the
 * same time; immutable.
 */
final class SplitCuts {

    private static final long LEAST_BYTES = 4 << 20;
    private static final long MOST_BYTES = 32 << 20;

    /** What is left of a file is enough for so many splits for each thread, as long as they may be of that size. */
    private static final int STRETCHES_PER_THREAD = 4;

    private final long[] begins;

    private SplitCuts(long[] begins) {
        this.begins = begins;
    }

    /** The cuts of a file that so many threads walk. */
    static SplitCuts of(long size, int threads) {
        long[] begins = new long[16];
        int count = 0;
        for (long at = 0; at < size; count++) {
            if (count == begins.length) {
                begins = Arrays.copyOf(begins, 2 * count);
            }
            begins[count] = at;
            long fair = (size - at) / ((long) STRETCHES_PER_THREAD * threads);
            at += Math.max(LEAST_BYTES, Math.min(fair, MOST_BYTES));
        }
        return new SplitCuts(Arrays.copyOf(begins, count));
    }

    /** Cuts of one size. */
    static SplitCuts ofBytes(long size, long splitBytes) {
        long[] begins = new long[size == 0 ? 0 : Math.toIntExact((size - 1) / splitBytes + 1)];
        Arrays.setAll(begins, i -> i * splitBytes);
        return new SplitCuts(begins);
    }

    /** How many splits there are; 0 for an empty file. */
    int count() {
        return begins.length;
    }

    /** From where on the records of a split begin. */
    long begin(long number) {
        return begins[(int) number];
    }

    /** Where the records of a split end: none begins there or behind it. */
    long limit(long number) {
        return number + 1 < begins.length ? begins[(int) number + 1] : Long.MAX_VALUE;
    }
}

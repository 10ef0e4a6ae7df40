package dev.riffle.scan;

import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The offsets that divide a file into splits. The last splits are smaller, so that all threads end at about the same
 * time. Immutable.
 */
final class SplitCuts {

    static final long MAX_BYTES = 32 << 20;

    private static final long MIN_BYTES = 4 << 20;

    /**
     * The number of splits for each thread into which the rest of a file is divided, within the limits of the split
     * size.
     */
    private static final int SPLITS_PER_THREAD = 4;

    /** The smallest number of large records in a split. A split begins inside a record, which the split must skip. */
    private static final int MIN_RECORDS = 16;

    private final long[] begins;

    private SplitCuts(long[] begins) {
        this.begins = begins;
    }

    /** Returns the cuts of a file for a scan with this number of threads. */
    static SplitCuts of(long size, int threads) {
        return of(size, threads, 0);
    }

    /**
     * Returns the cuts of a file on remote storage. Splits of larger records are larger, so that the search for the
     * first record of each split needs few bytes.
     *
     * @param recordBytes the size of a typical record
     */
    static SplitCuts of(long size, int threads, long recordBytes) {
        long records = Math.min(recordBytes, size / MIN_RECORDS + 1) * MIN_RECORDS;
        long[] begins = new long[16];
        int count = 0;
        for (long at = 0; at < size; count++) {
            if (count == begins.length) {
                begins = Arrays.copyOf(begins, 2 * count);
            }
            begins[count] = at;
            long fair = (size - at) / ((long) SPLITS_PER_THREAD * threads);
            at += Math.max(Math.max(MIN_BYTES, records), Math.min(fair, MAX_BYTES));
        }
        return new SplitCuts(Arrays.copyOf(begins, count));
    }

    /** Returns cuts with equal distances. */
    static SplitCuts ofBytes(long size, long splitBytes) {
        long[] begins = new long[size == 0 ? 0 : Math.toIntExact((size - 1) / splitBytes + 1)];
        Arrays.setAll(begins, i -> i * splitBytes);
        return new SplitCuts(begins);
    }

    /** Finds the first place at or after an offset at which a split can begin. */
    interface Search {
        OptionalLong from(long offset) throws IOException;
    }

    /** Returns these cuts, except the first one, at the places that a search finds. Omits equal places. */
    SplitCuts moved(Search search) throws IOException {
        long[] moved = new long[begins.length];
        int count = 0;
        for (long begin : begins) {
            long at = begin == 0 ? 0 : search.from(begin).orElse(-1);
            if (count == 0 || at > moved[count - 1]) {
                moved[count++] = at;
            }
        }
        return new SplitCuts(Arrays.copyOf(moved, count));
    }

    /** Returns the number of splits; 0 for an empty file. */
    int count() {
        return begins.length;
    }

    /** Returns the offset of a split. The records of the split begin at this offset or after it. */
    long begin(long number) {
        return begins[(int) number];
    }

    /** Returns the offset of the next split. All records of this split begin before that offset. */
    long limit(long number) {
        return number + 1 < begins.length ? begins[(int) number + 1] : Long.MAX_VALUE;
    }
}

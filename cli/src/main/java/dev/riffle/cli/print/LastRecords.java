package dev.riffle.cli.print;

import java.util.Arrays;

/**
 * Keeps the offsets of the last records of a scan. The memory grows with the records found, not with the requested
 * number.
 */
final class LastRecords {

    private static final int FIRST_ROOM = 16;

    private final int wanted;
    private long[] offsets;
    private long count;

    LastRecords(int wanted) {
        this.wanted = wanted;
        this.offsets = new long[Math.min(wanted, FIRST_ROOM)];
    }

    void add(long offset) {
        if (wanted > 0) {
            if (count == offsets.length && count < wanted) {
                offsets = Arrays.copyOf(offsets, (int) Math.min(wanted, 2L * offsets.length));
            }
            offsets[(int) (count % offsets.length)] = offset;
        }
        count++;
    }

    /** Returns the number of records scanned. */
    long count() {
        return count;
    }

    /** Returns the number of the first of the last records. */
    long first() {
        return count - Math.min(count, wanted);
    }

    /** Returns the offset of the first of the last records; {@code end} if no records are requested or found. */
    long firstOffset(long end) {
        return first() == count ? end : offsets[(int) (first() % offsets.length)];
    }
}

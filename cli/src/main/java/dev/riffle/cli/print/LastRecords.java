package dev.riffle.cli.print;

import java.util.Arrays;

/** Where the last records of a walk begin. Room is taken as records come, not as many as are wanted. */
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

    /** How many records were walked over. */
    long count() {
        return count;
    }

    /** The number of the first of the last records. */
    long first() {
        return count - Math.min(count, wanted);
    }

    /** Where it begins; {@code end} if none is wanted, or there is none. */
    long firstOffset(long end) {
        return first() == count ? end : offsets[(int) (first() % offsets.length)];
    }
}

package dev.riffle.internal;

/**
 * Reads lengths on the wire in their usual form: at most five bytes, and within the limit. A
 * {@link WireScanner} reads or rejects other lengths.
 */
public final class Lengths {

    private static final int MOST_BYTES = 5;

    private Lengths() {}

    /**
     * Returns the index after the length at {@code at} and after the bytes that it counts. Returns -1 if this index
     * exceeds {@code to}.
     */
    public static int bodyEnd(byte[] array, int at, int to) {
        if (at < to) {
            byte first = array[at];
            if (first >= 0) {
                int end = at + 1 + first;
                return end <= to ? end : -1;
            }
        }
        return afterLong(array, at, to);
    }

    private static int afterLong(byte[] array, int at, int to) {
        long length = 0;
        for (int i = 0; i < MOST_BYTES && at + i < to; i++) {
            byte next = array[at + i];
            length |= (next & 0x7fL) << 7 * i;
            if (next >= 0) {
                long end = at + i + 1 + length;
                return end <= to ? (int) end : -1;
            }
        }
        return -1;
    }

    /**
     * Returns the index after the length at {@code at} if the bytes that it counts end exactly at {@code to}. Otherwise
     * returns -1.
     */
    public static int exact(byte[] array, int at, int to) {
        if (at >= to) {
            return -1;
        }
        byte first = array[at];
        if (first >= 0) {
            return at + 1 + first == to ? at + 1 : -1;
        }
        return exactLong(array, at, to);
    }

    private static int exactLong(byte[] array, int at, int to) {
        long length = 0;
        for (int i = 0; i < MOST_BYTES && at + i < to; i++) {
            byte next = array[at + i];
            length |= (next & 0x7fL) << 7 * i;
            if (next >= 0) {
                int begin = at + i + 1;
                return begin + length == to ? begin : -1;
            }
        }
        return -1;
    }

    /** Returns the index after the length at {@code at}, which {@link #bodyEnd} or {@link #exact} has accepted. */
    public static int bodyBegin(byte[] array, int at) {
        int after = at + 1;
        if (array[at] >= 0) {
            return after;
        }
        while (array[after] < 0) {
            after++;
        }
        return after + 1;
    }

    /** Returns the number of byte strings in the body of a bytes list, or -1 if the body contains other data. */
    public static int countStrings(byte[] array, int from, int to) {
        int count = 0;
        int at = from;
        while (at < to) {
            at = array[at] == WireScanner.FIELD_1 ? bodyEnd(array, at + 1, to) : -1;
            if (at < 0) {
                return -1;
            }
            count++;
        }
        return count;
    }
}

package dev.riffle.parse.internal;

/**
 * Lengths on the wire, as nearly every writer writes them. What these methods do not take, lengths of more than five bytes
 * or such as go too far, is left to the long way, which knows what it is.
 */
public final class Lengths {

    private static final int MOST_BYTES = 5;

    private Lengths() {}

    /** The index behind the length at {@code at} and the bytes that it announces, or -1 if that is not before {@code to}. */
    public static int behind(byte[] array, int at, int to) {
        if (at < to) {
            byte first = array[at];
            if (first >= 0) {
                int end = at + 1 + first;
                return end <= to ? end : -1;
            }
        }
        return behindLong(array, at, to);
    }

    private static int behindLong(byte[] array, int at, int to) {
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

    /** The index behind the length at {@code at} if that announces just what is left up to {@code to}; else -1. */
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

    /** Returns the index after the length at {@code at}, which {@link #behind} or {@link #exact} has accepted. */
    public static int bodyBegin(byte[] array, int at) {
        int last = at;
        while (array[last] < 0) {
            last++;
        }
        return last + 1;
    }
}

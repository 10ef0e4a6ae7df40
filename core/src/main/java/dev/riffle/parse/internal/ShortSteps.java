package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.LittleEndian;

/**
 * The steps of a feature list whose data is so short that each length around it takes one byte: nearly all there are.
 * Such a step begins with six bytes, tag and length of the feature, of its list, and of the chunk or string in it. They
 * are compared at once: each length grows with the data, so the bytes are what they are for no data plus the size times
 * a constant.
 */
final class ShortSteps {

    /** How many bytes of a step come before its data. */
    static final int HEAD = 6;

    /** How many bytes of a step come before the body of its list. */
    private static final int LIST_HEAD = 4;

    private static final long MASK = (1L << HEAD * Byte.SIZE) - 1;

    /** In the head, a one in each length. */
    private static final long LENGTHS = 1L << 40 | 1L << 24 | 1L << 8;

    /** Around more data there is a length that takes two bytes. */
    private static final int MOST_DATA = 123;

    private ShortSteps() {}

    /** How a step with values of a kind begins, without the size of its data. */
    static long headOf(Kind kind) {
        long list = Tags.ofList(kind, Dialect.TENSORFLOW);
        return Tags.FIELD_1 | 4 << 8 | list << 16 | 2 << 24 | (long) Tags.FIELD_1 << 32;
    }

    /**
     * How many bytes of data the step at {@code at} has if it is short, of this kind, and ends before {@code end}; else
     * -1.
     */
    static int dataSize(byte[] array, int at, int end, long head) {
        if (at > array.length - Long.BYTES) {
            return -1;
        }
        long word = LittleEndian.getLong(array, at);
        long size = word >>> 40 & 0xff;
        return (word & MASK) == head + size * LENGTHS && size <= Math.min(MOST_DATA, end - at - HEAD) ? (int) size : -1;
    }

    /**
     * Where the body of the list begins that makes up the step at {@code at}, if step and list are of bytes and short;
     * else -1.
     */
    static int listAt(byte[] array, int at, int end) {
        int list = at + LIST_HEAD;
        if (list > end || array[at] != Tags.FIELD_1 || array[at + 2] != Tags.FIELD_1) {
            return -1;
        }
        int length = array[list - 1];
        return length >= 0 && array[at + 1] == length + 2 && length <= end - list ? list : -1;
    }
}

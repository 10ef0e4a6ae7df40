package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.Tags;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireScanner;

/**
 * Recognizes the short steps of a feature list, in which each length around the data takes one byte. Nearly all steps
 * are short. Such a step begins with six bytes: tag and length of the feature, of its list, and of the chunk or string
 * in the list. One comparison checks these bytes, because each length grows with the data. The expected bytes are the
 * bytes for empty data plus the size of the data times a constant.
 */
final class ShortSteps {

    /** The number of bytes of a step before its data. */
    static final int HEAD = 6;

    /** The number of bytes of a step before the body of its list. */
    private static final int LIST_HEAD = 4;

    private static final long MASK = (1L << HEAD * Byte.SIZE) - 1;

    /** Has a one in the byte of each length in the head. */
    private static final long LENGTHS = 1L << 40 | 1L << 24 | 1L << 8;

    /** The largest size of data for which each length takes one byte. */
    private static final int MOST_DATA = 123;

    private ShortSteps() {}

    /** Differs from the first bytes of every step. */
    private static final long NO_HEAD = Long.MIN_VALUE;

    /**
     * Returns the first bytes of a step with empty data, for values of a kind. If no step has this kind, returns a
     * value that differs from the first bytes of every step.
     */
    static long headOf(Kind kind) {
        if (!Dialect.TENSORFLOW.supports(kind)) {
            return NO_HEAD;
        }
        long list = Tags.ofList(kind, Dialect.TENSORFLOW);
        return WireScanner.FIELD_1 | 4 << 8 | list << 16 | 2 << 24 | (long) WireScanner.FIELD_1 << 32;
    }

    /**
     * Returns the number of bytes of data of the step at {@code at}. Returns -1 if the step is not short, is not of
     * this kind, or does not end before {@code end}.
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
     * Returns the index of the body of the list in the step at {@code at}. Returns -1 unless the step is short and has
     * only a bytes list.
     */
    static int listAt(byte[] array, int at, int end) {
        int list = at + LIST_HEAD;
        if (list > end || array[at] != WireScanner.FIELD_1 || array[at + 2] != WireScanner.FIELD_1) {
            return -1;
        }
        int length = array[list - 1];
        return length >= 0 && array[at + 1] == length + 2 && length <= end - list ? list : -1;
    }
}

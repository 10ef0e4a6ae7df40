package dev.riffle.parse.internal;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key that was seen before: where its values go, which key came behind it the last time, and how the bytes of its map entry
 * begin.
 *
 * <p>An entry of a feature with one short list is, up to its data, ten bytes around the key: four lengths, their tags
 * and the key. Once an entry of this form was gone through field by field, the next one is recognised by comparing
 * these bytes as two or three 64-bit words. The lengths grow with the data all in the same way, so what a word must be
 * is what it was for no data at all plus the size of the data times a constant. Where a list is so long that its length
 * takes two bytes, which only floats have with a size that stays the same, the words must be just what they were.
 */
final class KeySlot<C> {

    /** What becomes of an entry of the learned form. */
    enum Action {
        /** Numbers that nobody wants, of 32 bits each. */
        SKIP_FIXED32(true),
        /** Numbers that nobody wants, of 64 bits each. */
        SKIP_FIXED64(true),
        /** Varints that nobody wants. */
        SKIP_VARINTS(false),
        /** A byte string that nobody wants. */
        SKIP_STRING(false),
        /** Floats or doubles for the column. */
        TAKE_FIXED(true),
        /** Varints for the column. */
        TAKE_VARINTS(false),
        /** A byte string for the column. */
        TAKE_STRING(false);

        /** Whether the size of the data is often the same. */
        private final boolean staysTheSame;

        Action(boolean staysTheSame) {
            this.staysTheSame = staysTheSame;
        }
    }

    private static final int WORD = Long.BYTES;
    private static final int NOT_LEARNED = Integer.MAX_VALUE;
    private static final long[] NO_WORDS = {};

    /** Bytes of the learned form before the key. */
    private static final int BEFORE_KEY = 4;

    /** Bytes of the learned form that are not the key. */
    private static final int AROUND_KEY = 10;

    /** The last word before the data ends with the lengths of value, list and chunk, each behind its tag. */
    private static final long LAST_STEP = 1L << 56 | 1L << 40 | 1L << 24;

    /** The largest length that takes one byte. */
    private static final int SHORT_LENGTH = 127;

    final byte[] key;

    /** Where the values go; null if nobody wants them. */
    final @Nullable C column;

    /** The key that came behind this one the last time. */
    @Nullable
    KeySlot<C> next;

    /** How many bytes come before the data; more than any message has if no form was learned. */
    int prefix = NOT_LEARNED;

    Action action = Action.SKIP_STRING;

    /** Which bits of the size of unwanted data must be zero. */
    private int sizeMask;

    /** Unwanted data may be so large to be judged by its size and its last byte. */
    private int mostJudged;

    /** Which bits of the last byte of unwanted data must be zero. */
    private int endMask;

    private int mostData;
    private int sameData;
    private long lengthMask;
    private long first;
    private long firstStep;
    private long last;
    private long[] middle = NO_WORDS;

    KeySlot(byte[] key, @Nullable C column) {
        this.key = key;
        this.column = column;
    }

    /** Whether other slots may lead to this one; a long key that nobody wants is forgotten at once. */
    boolean isRemembered() {
        return column != null || key.length <= KeyTable.MOST_OTHER_BYTES;
    }

    boolean isKey(byte[] array, int from, int to) {
        return Arrays.equals(key, 0, key.length, array, from, to);
    }

    /**
     * How many bytes of data the entry at {@code at} has if it is of the learned form and ends before {@code to}; else
     * -1.
     */
    int dataSize(byte[] array, int at, int to) {
        int begin = prefix;
        if (begin > to - at) {
            return -1;
        }
        long length = array[at + begin - 1] & lengthMask;
        if (length > mostData
                || LittleEndian.getLong(array, at) != first + length * firstStep
                || LittleEndian.getLong(array, at + begin - WORD) != last + length * LAST_STEP) {
            return -1;
        }
        if (begin > 2 * WORD && !isMiddle(array, at + WORD, length)) {
            return -1;
        }
        int size = sameData + (int) length;
        return size <= to - at - begin ? size : -1;
    }

    /** Whether data of the learned form, which nobody wants, is well-formed. */
    boolean isWellFormed(byte[] array, int data, int end) {
        int size = end - data;
        // without data the byte before it is looked at, a length of zero
        if ((size & sizeMask | array[end - 1] & endMask) != 0) {
            return false;
        }
        return size <= mostJudged || areVarints(array, data, end);
    }

    private boolean isMiddle(byte[] array, int from, long length) {
        for (int i = 0, at = from; i < middle.length; i += 2, at += WORD) {
            if (LittleEndian.getLong(array, at) != middle[i] + length * middle[i + 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Learns the form of an entry that was gone through and is as usual: key, value, one list, in which is one chunk of
     * numbers or one byte string.
     *
     * @param at where the entry's tag is
     * @param data where its data is
     * @param end where the data ends
     * @param learned what to do with such an entry
     */
    void learn(byte[] array, int at, int data, int end, Action learned) {
        int size = end - data;
        boolean isShort = size + AROUND_KEY - 2 + key.length <= SHORT_LENGTH && data - at == AROUND_KEY + key.length;
        if (!isShort && !learned.staysTheSame) {
            return;
        }
        prefix = data - at;
        action = learned;
        sizeMask = learned == Action.SKIP_FIXED32 ? Integer.BYTES - 1 : learned == Action.SKIP_FIXED64 ? WORD - 1 : 0;
        endMask = learned == Action.SKIP_VARINTS ? 0x80 : 0;
        mostJudged = learned == Action.SKIP_VARINTS ? WORD : Integer.MAX_VALUE;
        mostData = isShort ? SHORT_LENGTH - (AROUND_KEY - 2) - key.length : 0;
        sameData = isShort ? 0 : size;
        lengthMask = isShort ? 0xff : 0;
        int base = isShort ? size : 0;
        firstStep = isShort ? stepAt(0) : 0;
        first = LittleEndian.getLong(array, at) - base * firstStep;
        last = LittleEndian.getLong(array, at + prefix - WORD) - base * LAST_STEP;
        int words = Math.max(0, (prefix - 1) / WORD - 1);
        if (middle.length != 2 * words) {
            middle = new long[2 * words];
        }
        for (int i = 0; i < words; i++) {
            long step = isShort ? stepAt((i + 1) * WORD) : 0;
            middle[2 * i] = LittleEndian.getLong(array, at + (i + 1) * WORD) - base * step;
            middle[2 * i + 1] = step;
        }
    }

    /** A one in each byte of the word at {@code from} that is a length which grows with the data. */
    private long stepAt(int from) {
        int behindKey = BEFORE_KEY + key.length;
        return one(1 - from) | one(behindKey + 1 - from) | one(behindKey + 3 - from) | one(behindKey + 5 - from);
    }

    private static long one(int index) {
        return index >= 0 && index < WORD ? 1L << index * Byte.SIZE : 0;
    }

    /** Whether a chunk of varints that nobody wants is well-formed. */
    static boolean areVarints(byte[] array, int from, int to) {
        return to - from <= WORD && from < to ? array[to - 1] >= 0 : PackedVarints.count(array, from, to) >= 0;
    }
}

package dev.riffle.parse.internal;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A known key: its column, the next key in the previous message, and the first bytes of its map entry.
 *
 * <p>An entry of a feature with one short list has ten bytes around the key, up to its data: four lengths and their
 * tags. The slot learns this form from one entry that the scanner reads field by field. It recognizes the next entry by
 * comparing these bytes as two or three 64-bit words. All lengths grow with the data by the same amount. The expected
 * word is therefore the word for empty data plus the size of the data times a constant.
 *
 * <p>For a list whose length takes two bytes, the words must be unchanged. Only floats of a constant size use this
 * case.
 */
final class KeySlot<C> {

    /** The treatment of an entry in the learned form. */
    enum Action {
        /** Skips unneeded numbers of 32 bits. */
        SKIP_FIXED32(true),
        /** Skips unneeded numbers of 64 bits. */
        SKIP_FIXED64(true),
        /** Skips unneeded varints. */
        SKIP_VARINTS(false),
        /** Skips an unneeded byte string. */
        SKIP_STRING(false),
        /** Takes floats or doubles for the column. */
        TAKE_FIXED(true),
        /** Takes varints for the column. */
        TAKE_VARINTS(false),
        /** Takes a byte string for the column. */
        TAKE_STRING(false);

        /** Whether the size of the data is often constant. */
        private final boolean isConstant;

        Action(boolean isConstant) {
            this.isConstant = isConstant;
        }
    }

    private static final int WORD = Long.BYTES;
    private static final int NOT_LEARNED = Integer.MAX_VALUE;
    private static final long[] NO_WORDS = {};

    /** The number of bytes of the learned form before the key. */
    private static final int BEFORE_KEY = 4;

    /** The number of bytes of the learned form without the key. */
    private static final int AROUND_KEY = 10;

    /**
     * Has a one in each length of the last word before the data. The word ends with the lengths of value, list and
     * chunk, each after its tag.
     */
    private static final long LAST_STEP = 1L << 56 | 1L << 40 | 1L << 24;

    /** The largest length that takes one byte. */
    private static final int SHORT_LENGTH = 127;

    final byte[] key;

    /** The column of the values; null if no spec needs the values. */
    final @Nullable C column;

    /** The slot of the key that followed this key in the previous message. */
    @Nullable
    KeySlot<C> next;

    /**
     * The number of bytes before the data. If the slot has learned no form, this number exceeds the size of any
     * message.
     */
    int prefix = NOT_LEARNED;

    Action action = Action.SKIP_STRING;

    /** The bits of the size of unneeded data that must be zero. */
    private int sizeMask;

    /** The largest size of unneeded data for which a check of the size and the last byte is sufficient. */
    private int mostJudged;

    /** The bits of the last byte of unneeded data that must be zero. */
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

    /** Returns whether other slots can lead to this slot. No slot leads to a long unneeded key. */
    boolean isRemembered() {
        return column != null || key.length <= KeyTable.MOST_OTHER_BYTES;
    }

    boolean isKey(byte[] array, int from, int to) {
        return Arrays.equals(key, 0, key.length, array, from, to);
    }

    /**
     * Returns the number of bytes of data of the entry at {@code at}. Returns -1 if the entry does not have the learned
     * form, or does not end before {@code to}.
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

    /** Returns whether unneeded data of the learned form is well-formed. */
    boolean isWellFormed(byte[] array, int data, int end) {
        int size = end - data;
        // Without data, the last byte is the length before the data, which is zero.
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
     * Learns the form of a usual entry that the scanner has read field by field. Such an entry has a key, a value and
     * one list, with one chunk of numbers or one byte string.
     *
     * @param at the index of the entry's tag
     * @param data the index of the entry's data
     * @param end the end of the data
     * @param learned the treatment of such an entry
     */
    void learn(byte[] array, int at, int data, int end, Action learned) {
        int size = end - data;
        boolean isShort = size + AROUND_KEY - 2 + key.length <= SHORT_LENGTH && data - at == AROUND_KEY + key.length;
        if (!isShort && !learned.isConstant) {
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

    /**
     * Returns a word with a one in each byte that is a length in the word at {@code from}. Only lengths that grow with
     * the data count.
     */
    private long stepAt(int from) {
        int afterKey = BEFORE_KEY + key.length;
        return one(1 - from) | one(afterKey + 1 - from) | one(afterKey + 3 - from) | one(afterKey + 5 - from);
    }

    private static long one(int index) {
        return index >= 0 && index < WORD ? 1L << index * Byte.SIZE : 0;
    }

    /** Returns whether an unneeded chunk of varints is well-formed. */
    static boolean areVarints(byte[] array, int from, int to) {
        return to - from <= WORD && from < to ? array[to - 1] >= 0 : PackedVarints.count(array, from, to) >= 0;
    }
}

package dev.riffle.example.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A known key: its target, the next key in the previous message, and the first bytes of its map entry.
 *
 * <p>An entry of a feature with one short list has ten bytes around the key, up to its data: four lengths and their
 * tags. The slot learns this form from one entry that the scanner reads field by field. It recognizes the next entry by
 * comparing these bytes as two or three 64-bit words. All lengths grow with the data by the same amount. The expected
 * word is therefore the word for empty data plus the size of the data times a constant.
 *
 * <p>For a list whose length takes two bytes, the words must be unchanged. Only floats of a constant size use this
 * case.
 */
final class KeySlot<T> {

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

    /** The target of the values; null for an unneeded key. */
    final @Nullable T target;

    /** The slot of the key that followed this key in the previous message. */
    @Nullable
    KeySlot<T> next;

    /**
     * The number of bytes before the data. If the slot has learned no form, this number exceeds the size of any
     * message.
     */
    int prefix = NOT_LEARNED;

    /** The kind of the learned form. */
    Kind kind = Kind.NOT_SET;

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

    KeySlot(byte[] key, @Nullable T target) {
        this.key = key;
        this.target = target;
    }

    /** Returns a slot that knows the form of an entry with a list of this kind, without an earlier entry. */
    static <T> KeySlot<T> of(byte[] key, T target, Kind kind) {
        KeySlot<T> slot = new KeySlot<>(key, target);
        int size = AROUND_KEY + key.length;
        if (size - 2 <= SHORT_LENGTH && Dialect.TENSORFLOW.supports(kind) && kind != Kind.NOT_SET) {
            byte[] entry = new byte[size];
            entry[0] = WireScanner.FIELD_1;
            entry[1] = (byte) (size - 2);
            entry[2] = WireScanner.FIELD_1;
            entry[3] = (byte) key.length;
            System.arraycopy(key, 0, entry, BEFORE_KEY, key.length);
            entry[size - 6] = WireScanner.FIELD_2;
            entry[size - 5] = 4;
            entry[size - 4] = (byte) Tags.ofList(kind, Dialect.TENSORFLOW);
            entry[size - 3] = 2;
            entry[size - 2] = WireScanner.FIELD_1;
            slot.learn(entry, 0, size, size, kind);
        }
        return slot;
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
     * @param learned the kind of the list
     */
    void learn(byte[] array, int at, int data, int end, Kind learned) {
        int size = end - data;
        boolean isShort = size + AROUND_KEY - 2 + key.length <= SHORT_LENGTH && data - at == AROUND_KEY + key.length;
        if (!isShort && learned != Kind.FLOAT && learned != Kind.DOUBLE) {
            return;
        }
        prefix = data - at;
        kind = learned;
        judge(learned);
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

    /** Prepares the check of unneeded data. */
    private void judge(Kind learned) {
        boolean ofVarints = false;
        sizeMask = 0;
        switch (learned) {
            case FLOAT -> sizeMask = Float.BYTES - 1;
            case DOUBLE -> sizeMask = Double.BYTES - 1;
            case INT32, INT64 -> ofVarints = true;
            case BYTES, NOT_SET -> {}
        }
        endMask = ofVarints ? 0x80 : 0;
        mostJudged = ofVarints ? WORD : Integer.MAX_VALUE;
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

package dev.riffle.parse.internal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a map in their usual form, which is a key and then a value. Keys have the same order in nearly
 * every message of a file. The scanner therefore first compares each key with the key at the same position in the
 * previous message.
 */
abstract sealed class MapScanner<C> permits FeaturesScanner, ListsScanner {

    /** Marks an entry that only the slow path can read. */
    static final int UNUSUAL = -1;

    /** The slot before the first slot. It leads to the first key of the previous message. */
    final KeySlot<C> head = new KeySlot<>(new byte[0], null);

    /** The number of columns with values for the current row. */
    int taken;

    /** The slot of the last entry. */
    KeySlot<C> present = head;

    private final KeyTable<C> keys;

    MapScanner(Map<String, C> columns, Spellings spellings) {
        this.keys = new KeyTable<>(columns, spellings);
    }

    /**
     * Takes the needed parts of an entry's value.
     *
     * @param slot the slot of the entry's key
     * @param row the current row
     * @param at the index of the entry's tag
     * @param value the index of the value
     * @param end the end of the value and of the entry
     * @return false if only the slow path can read the message
     */
    abstract boolean scanValue(KeySlot<C> slot, int row, byte[] array, int at, int value, int end);

    /** Reads an entry and its value field by field. Returns the index of the entry's end, or {@link #UNUSUAL}. */
    final int scanEntry(@Nullable KeySlot<C> guess, int row, byte[] array, int at, int to) {
        if (array[at] != Tags.FIELD_1) {
            return UNUSUAL;
        }
        int end = Lengths.bodyEnd(array, at + 1, to);
        if (end < 0) {
            return UNUSUAL;
        }
        int entry = Lengths.bodyBegin(array, at + 1);
        if (entry >= end || array[entry] != Tags.FIELD_1) {
            return UNUSUAL;
        }
        int keyEnd = Lengths.bodyEnd(array, entry + 1, end);
        if (keyEnd < 0 || keyEnd == end || array[keyEnd] != Tags.FIELD_2) {
            return UNUSUAL;
        }
        int value = Lengths.exact(array, keyEnd + 1, end);
        if (value < 0) {
            return UNUSUAL;
        }
        int key = Lengths.bodyBegin(array, entry + 1);
        KeySlot<C> slot = guess != null && guess.isKey(array, key, keyEnd) ? guess : keys.find(array, key, keyEnd);
        if (slot == null) {
            return UNUSUAL;
        }
        present = slot;
        return scanValue(slot, row, array, at, value, end) ? end : UNUSUAL;
    }

    /** Stores {@code slot} as the slot after {@code before}. */
    final void link(KeySlot<C> before, KeySlot<C> slot) {
        if (slot.isRemembered()) {
            before.next = slot;
        }
    }
}

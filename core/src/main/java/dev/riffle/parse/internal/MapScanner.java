package dev.riffle.parse.internal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a map in their usual form, which is a key and then a value. Keys come in the same order in
 * nearly every message of a file. The scanner therefore first compares each key with the key at this place in the
 * previous message.
 */
abstract sealed class MapScanner<C> permits FeaturesScanner, ListsScanner {

    /** Marks an entry that only the slow path can read. */
    static final int UNUSUAL = -1;

    /** Leads to the first key of the previous message. */
    final KeySlot<C> head = new KeySlot<>(new byte[0], null);

    /** The number of columns with values for the current row. */
    int taken;

    /** The slot of the last entry. */
    KeySlot<C> present = head;

    private final KeyTable<C> keys;

    MapScanner(Map<String, C> columns) {
        this.keys = new KeyTable<>(columns);
    }

    /**
     * Takes the needed parts of an entry's value.
     *
     * @param slot its key
     * @param row the current row
     * @param at the index of the entry's tag
     * @param value the index of the value
     * @param end the end of value and entry
     * @return false if only the slow path can read the message
     */
    abstract boolean scanValue(KeySlot<C> slot, int row, byte[] array, int at, int value, int end);

    /** Reads an entry field by field, and its value; returns the index of its end, or {@link #UNUSUAL}. */
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

    /** Stores which key followed another one. */
    final void link(KeySlot<C> before, KeySlot<C> slot) {
        if (slot.isRemembered()) {
            before.next = slot;
        }
    }
}

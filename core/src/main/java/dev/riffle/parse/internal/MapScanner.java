package dev.riffle.parse.internal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the entries of a map as nearly every writer writes them: a key, a value behind it, nothing else. Keys
 * come in the same order in nearly every message of a file, so each is first compared with the one that came here the
 * last time.
 */
abstract sealed class MapScanner<C> permits FeaturesScanner, ListsScanner {

    /** Something that must go the long way. */
    static final int ODD = -1;

    /** Leads to the key that came first the last time. */
    final KeySlot<C> head = new KeySlot<>(new byte[0], null);

    /** How many columns have got values for the present row. */
    int taken;

    /** The slot of the entry that was gone through last. */
    KeySlot<C> present = head;

    private final KeyTable<C> keys;

    MapScanner(Map<String, C> columns) {
        this.keys = new KeyTable<>(columns);
    }

    /**
     * Takes what is wanted of the value of an entry.
     *
     * @param slot its key
     * @param row the row that is read
     * @param at where the entry's tag is
     * @param value where the value begins
     * @param end where value and entry end
     * @return false if the message must go the long way
     */
    abstract boolean scanValue(KeySlot<C> slot, int row, byte[] array, int at, int value, int end);

    /** Goes through an entry field by field and through its value; gives where it ends, or {@link #ODD}. */
    final int scanEntry(@Nullable KeySlot<C> guess, int row, byte[] array, int at, int to) {
        if (array[at] != Tags.FIELD_1) {
            return ODD;
        }
        int end = Lengths.behind(array, at + 1, to);
        if (end < 0) {
            return ODD;
        }
        int entry = Lengths.bodyBegin(array, at + 1);
        if (entry >= end || array[entry] != Tags.FIELD_1) {
            return ODD;
        }
        int keyEnd = Lengths.behind(array, entry + 1, end);
        if (keyEnd < 0 || keyEnd == end || array[keyEnd] != Tags.FIELD_2) {
            return ODD;
        }
        int value = Lengths.exact(array, keyEnd + 1, end);
        if (value < 0) {
            return ODD;
        }
        int key = Lengths.bodyBegin(array, entry + 1);
        KeySlot<C> slot = guess != null && guess.isKey(array, key, keyEnd) ? guess : keys.find(array, key, keyEnd);
        if (slot == null) {
            return ODD;
        }
        present = slot;
        return scanValue(slot, row, array, at, value, end) ? end : ODD;
    }

    /** Notes which key came behind another. */
    final void link(KeySlot<C> before, KeySlot<C> slot) {
        if (slot.isRemembered()) {
            before.next = slot;
        }
    }
}

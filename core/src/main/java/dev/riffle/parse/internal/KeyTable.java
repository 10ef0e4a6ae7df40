package dev.riffle.parse.internal;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Utf8;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The needed keys, and some other keys: unneeded keys, and needed keys in another case. The table remembers other keys
 * to check their UTF-8 and their case once, and to recognize their entries. New keys replace old keys, so the table has
 * a bounded size for any number of feature names.
 */
final class KeyTable<C> {

    private static final int OTHERS = 1024;
    /** The largest size of an unneeded key that the table remembers. */
    static final int MOST_OTHER_BYTES = 64;

    private static final long MIX = 0x9e3779b97f4a7c15L;

    /**
     * The slots of needed keys, each at the index of its hash or after this index. At least half of the elements are
     * free.
     */
    private final @Nullable KeySlot<C>[] wanted;

    private final @Nullable KeySlot<C>[] others = slots(OTHERS);
    private final int mask;

    /** The columns of the needed keys, for keys in another case. */
    private final Map<String, C> columns;

    private final Spellings spellings;

    /** The slot of all long unneeded keys. No slot leads to this slot. */
    private final KeySlot<C> forgotten = new KeySlot<>(new byte[MOST_OTHER_BYTES + 1], null);

    KeyTable(Map<String, C> columns, Spellings spellings) {
        this.columns = columns;
        this.spellings = spellings;
        int size = Integer.highestOneBit(Math.max(1, columns.size())) * 4;
        this.mask = size - 1;
        this.wanted = slots(size);
        columns.forEach((name, column) -> {
            byte[] key = Utf8.encode(name);
            int at = (int) hash(key, 0, key.length) & mask;
            while (wanted[at] != null) {
                at = at + 1 & mask;
            }
            wanted[at] = new KeySlot<>(key, column);
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <C> @Nullable KeySlot<C>[] slots(int size) {
        return new KeySlot[size];
    }

    /** Returns the slot of a key, or null if the key is not UTF-8. */
    @Nullable
    KeySlot<C> find(byte[] array, int from, int to) {
        long hash = hash(array, from, to);
        int place = (int) hash & mask;
        for (KeySlot<C> slot = wanted[place]; slot != null; slot = wanted[place]) {
            if (slot.isKey(array, from, to)) {
                return slot;
            }
            place = place + 1 & mask;
        }
        int at = (int) (hash >>> 32) & OTHERS - 1;
        KeySlot<C> other = others[at];
        if (other != null && other.isKey(array, from, to)) {
            return other;
        }
        if (!Utf8.isValid(array, from, to)) {
            return null;
        }
        String name = spellings.nameOf(array, from, to);
        C column = name == null ? null : columns.get(name);
        if (to - from > MOST_OTHER_BYTES) {
            return column == null ? forgotten : new KeySlot<>(Arrays.copyOfRange(array, from, to), column);
        }
        if (other != null) {
            // A slot that still leads to this slot must not keep the following slots alive.
            other.next = null;
        }
        KeySlot<C> slot = new KeySlot<>(Arrays.copyOfRange(array, from, to), column);
        others[at] = slot;
        return slot;
    }

    private static long hash(byte[] array, int from, int to) {
        long hash = (to - from) * MIX;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ LittleEndian.getLong(array, at)) * MIX;
            hash ^= hash >>> 32;
        }
        for (; at < to; at++) {
            hash = (hash ^ array[at]) * MIX;
        }
        return hash ^ hash >>> 29;
    }
}

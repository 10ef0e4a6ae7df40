package dev.riffle.parse.internal;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are wanted, and some that are not. Those that are not are remembered so that their UTF-8 is checked
 * once and their entries are recognised again; one takes the place of another, so that memory is bounded whatever a
 * file names its features.
 */
final class KeyTable<C> {

    private static final int OTHERS = 1024;
    /** A longer key that nobody wants is not remembered. */
    static final int MOST_OTHER_BYTES = 64;

    private static final long MIX = 0x9e3779b97f4a7c15L;

    /** At the place of the hash, or behind it; at least half of the places are free. */
    private final @Nullable KeySlot<C>[] wanted;

    private final @Nullable KeySlot<C>[] others = slots(OTHERS);
    private final int mask;

    /** Stands for each long key that nobody wants; nothing leads to it. */
    private final KeySlot<C> forgotten = new KeySlot<>(new byte[MOST_OTHER_BYTES + 1], null);

    KeyTable(Map<String, C> columns) {
        int size = Integer.highestOneBit(Math.max(1, columns.size())) * 4;
        this.mask = size - 1;
        this.wanted = slots(size);
        columns.forEach((name, column) -> {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
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

    /** The slot of a key, or null if it is not UTF-8. */
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
        if (to - from > MOST_OTHER_BYTES) {
            return forgotten;
        }
        if (other != null) {
            // whoever still leads to it shall not keep alive what came behind it
            other.next = null;
        }
        KeySlot<C> slot = new KeySlot<>(Arrays.copyOfRange(array, from, to), null);
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

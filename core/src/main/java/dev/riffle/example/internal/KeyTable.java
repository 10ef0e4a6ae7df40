package dev.riffle.example.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Utf8;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The needed keys of one map, each with the target of its values.
 *
 * <p>A learning table serves one thread at a time. It learns the forms of entries, and remembers other keys: unneeded
 * keys, and needed keys in another case. The scanner therefore checks their UTF-8 and their case once, and recognizes
 * their entries. New keys replace old keys, so the table has a bounded size for any number of feature names.
 *
 * <p>A shared table serves several threads. It knows the forms of the needed keys from the beginning. It changes only
 * the order in which it expects the keys. This order is a guess, so threads may overwrite it.
 */
public final class KeyTable<T> {

    private static final int OTHERS = 1024;

    /** The largest size of an unneeded key that the table remembers. */
    private static final int MOST_OTHER_BYTES = 64;

    private static final long MIX = 0x9e3779b97f4a7c15L;

    /** The slot before the first slot. It leads to the first key of the previous message. */
    final KeySlot<T> head = new KeySlot<>(new byte[0], null);

    /** Whether slots learn the forms of entries, and the table remembers other keys. */
    private final boolean learns;

    /**
     * The slots of needed keys, each at the index of its hash or after this index. At least half of the elements are
     * free.
     */
    private final @Nullable KeySlot<T>[] wanted;

    private final @Nullable KeySlot<T>[] others;
    private final int mask;

    /** The targets of the needed keys, for keys in another case. */
    private final Map<String, T> targets;

    private final Spellings spellings;

    /** The slot of all unneeded keys that the table does not remember. No slot leads to this slot. */
    private final KeySlot<T> forgotten = new KeySlot<>(new byte[0], null);

    private KeyTable(Map<String, T> targets, Spellings spellings, @Nullable Function<? super T, Kind> kinds) {
        this.targets = targets;
        this.spellings = spellings;
        this.learns = kinds == null;
        this.others = slots(learns ? OTHERS : 0);
        int size = Integer.highestOneBit(Math.max(1, targets.size())) * 4;
        this.mask = size - 1;
        this.wanted = slots(size);
        // A lambda would cost the first codec of a process more time than all of its messages.
        for (Map.Entry<String, T> entry : targets.entrySet()) {
            byte[] key = Utf8.encode(entry.getKey());
            T target = entry.getValue();
            int at = (int) hash(key, 0, key.length) & mask;
            while (wanted[at] != null) {
                at = at + 1 & mask;
            }
            wanted[at] = kinds == null ? new KeySlot<>(key, target) : KeySlot.of(key, target, kinds.apply(target));
        }
    }

    /** Returns a table for one thread at a time. */
    public static <T> KeyTable<T> learning(Map<String, T> targets, Spellings spellings) {
        return new KeyTable<>(targets, spellings, null);
    }

    /**
     * Returns a table for several threads.
     *
     * @param kinds returns the expected kind of a target's values
     */
    public static <T> KeyTable<T> shared(Map<String, T> targets, Function<? super T, Kind> kinds) {
        return new KeyTable<>(targets, Spellings.NONE, kinds);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> @Nullable KeySlot<T>[] slots(int size) {
        return new KeySlot[size];
    }

    /** Stores that the entry of a slot followed the entry of another slot. Returns the slot before the next entry. */
    KeySlot<T> follow(KeySlot<T> before, KeySlot<T> slot) {
        if (slot == forgotten) {
            return before;
        }
        before.next = slot;
        return slot;
    }

    /** Learns the form of an entry; {@link KeySlot#learn} describes the parameters. */
    void learn(KeySlot<T> slot, byte[] array, int at, int data, int end, Kind kind) {
        if (learns && slot != forgotten) {
            slot.learn(array, at, data, end, kind);
        }
    }

    /** Returns the slot of a key, or null if the key is not UTF-8. */
    @Nullable
    KeySlot<T> find(byte[] array, int from, int to) {
        long hash = hash(array, from, to);
        int place = (int) hash & mask;
        for (KeySlot<T> slot = wanted[place]; slot != null; slot = wanted[place]) {
            if (slot.isKey(array, from, to)) {
                return slot;
            }
            place = place + 1 & mask;
        }
        if (learns) {
            return findOther(hash, array, from, to);
        }
        return Utf8.isValid(array, from, to) ? forgotten : null;
    }

    private @Nullable KeySlot<T> findOther(long hash, byte[] array, int from, int to) {
        int at = (int) (hash >>> 32) & OTHERS - 1;
        KeySlot<T> other = others[at];
        if (other != null && other.isKey(array, from, to)) {
            return other;
        }
        if (!Utf8.isValid(array, from, to)) {
            return null;
        }
        String name = spellings.nameOf(array, from, to);
        T target = name == null ? null : targets.get(name);
        if (to - from > MOST_OTHER_BYTES) {
            return target == null ? forgotten : new KeySlot<>(Arrays.copyOfRange(array, from, to), target);
        }
        if (other != null) {
            // A slot that still leads to this slot must not keep the following slots alive.
            other.next = null;
        }
        KeySlot<T> slot = new KeySlot<>(Arrays.copyOfRange(array, from, to), target);
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

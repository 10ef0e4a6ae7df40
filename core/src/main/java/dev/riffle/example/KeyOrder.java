package dev.riffle.example;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts keys by their bytes and removes duplicates.
 *
 * <p>Most messages of a file have the same keys in the same order. So this class remembers the last orders, and sorts
 * each order only once. Comparing 26 keys with a remembered order takes 26 comparisons of references. Sorting them
 * takes over a hundred comparisons of bytes. The table remembers 64 orders of up to 128 short keys. Threads share the
 * table without locks: a slot holds null or an immutable order with final fields. Each lookup compares the complete
 * order.
 */
final class KeyOrder {

    private static final int SLOTS = 64;
    private static final int MOST_KEYS = 128;
    private static final @Nullable KeyOrder[] REMEMBERED = new KeyOrder[SLOTS];

    private final Key[] given;
    private final Key[] sorted;
    private final int[] source;

    private KeyOrder(Key[] given) {
        this.given = given;
        Integer[] order = new Integer[given.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> given[a].compareTo(given[b]));
        int[] last = new int[given.length];
        int size = 0;
        for (int index : order) {
            // the sort is stable, so the last of equal keys follows the others and replaces them
            boolean again = size > 0 && given[last[size - 1]].equals(given[index]);
            last[again ? size - 1 : size++] = index;
        }
        this.source = Arrays.copyOf(last, size);
        this.sorted = new Key[size];
        Arrays.setAll(sorted, i -> given[source[i]]);
    }

    /** Returns the order for the first {@code size} keys of the array. */
    static KeyOrder of(Key[] keys, int size) {
        int hash = size;
        for (int i = 0; i < size; i++) {
            hash = hash * 31 + keys[i].hashCode();
        }
        int slot = hash * 0x9e3779b9 >>> 26;
        KeyOrder known = REMEMBERED[slot];
        if (known != null && known.isFor(keys, size)) {
            return known;
        }
        KeyOrder order = new KeyOrder(Arrays.copyOf(keys, size));
        if (size <= MOST_KEYS && order.keysAreShort()) {
            REMEMBERED[slot] = order;
        }
        return order;
    }

    /** Returns whether all keys are so short that remembering them takes little memory. */
    private boolean keysAreShort() {
        for (Key key : given) {
            if (key.utf8().length > KeyCache.MAX_SIZE) {
                return false;
            }
        }
        return true;
    }

    private boolean isFor(Key[] keys, int size) {
        if (given.length != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!keys[i].equals(given[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the keys in the order of their bytes, without duplicates. Callers must not change the array. */
    Key[] sorted() {
        return sorted;
    }

    /**
     * Returns the values of the {@linkplain #sorted() sorted} keys. The given values are in the original order of the
     * keys.
     */
    Object[] arrange(Object[] values) {
        Object[] arranged = new Object[source.length];
        for (int i = 0; i < arranged.length; i++) {
            arranged[i] = values[source[i]];
        }
        return arranged;
    }
}

package dev.riffle.example;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from names to values in the byte order of the names: two parallel arrays, searched by halving.
 *
 * <p>Made from entries in any order, of which the last of each name counts. Entries that arrive sorted, as our own
 * writer leaves them, are kept as they are; others are sorted when somebody first looks, since many messages are only
 * passed on. That late sorting replaces one immutable {@link Entries} by another with the same meaning, so threads need
 * no lock.
 */
final class NameMap<V> extends AbstractMap<String, V> {

    private Entries entries;

    private record Entries(Key[] keys, Object[] values, int size, Order order) {}

    private enum Order {
        SORTED,
        UNKNOWN
    }

    /** Takes the arrays over; only their first {@code size} elements count. */
    NameMap(Key[] keys, Object[] values, int size) {
        Order order = isAscending(keys, size) ? Order.SORTED : Order.UNKNOWN;
        this.entries = new Entries(keys, values, size, order);
    }

    private static boolean isAscending(Key[] keys, int size) {
        for (int i = 1; i < size; i++) {
            if (keys[i - 1].compareTo(keys[i]) >= 0) {
                return false;
            }
        }
        return true;
    }

    private Entries sorted() {
        Entries current = entries;
        if (current.order == Order.SORTED) {
            return current;
        }
        Entries sorted = sort(current);
        entries = sorted;
        return sorted;
    }

    private static Entries sort(Entries from) {
        Integer[] order = new Integer[from.size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> from.keys[a].compareTo(from.keys[b]));
        Key[] keys = new Key[from.size];
        Object[] values = new Object[from.size];
        int size = 0;
        for (Integer index : order) {
            // the sort is stable, so the last of equal names comes last and overwrites the others
            boolean again = size > 0 && keys[size - 1].equals(from.keys[index]);
            int target = again ? size - 1 : size++;
            keys[target] = from.keys[index];
            values[target] = from.values[index];
        }
        return new Entries(keys, values, size, Order.SORTED);
    }

    @Override
    public int size() {
        return sorted().size;
    }

    Key keyAt(int index) {
        return sorted().keys[index];
    }

    @SuppressWarnings("unchecked")
    V valueAt(int index) {
        return (V) sorted().values[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V get(@Nullable Object name) {
        if (!(name instanceof String text)) {
            return null;
        }
        Entries all = sorted();
        int index = indexOf(all, text);
        return index < 0 ? null : (V) all.values[index];
    }

    private static int indexOf(Entries all, String text) {
        Key key;
        try {
            key = KeyCache.of(text);
        } catch (IllegalArgumentException e) {
            return -1;
        }
        return Arrays.binarySearch(all.keys, 0, all.size, key);
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return name instanceof String text && indexOf(sorted(), text) >= 0;
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return NameMap.this.size();
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new EntryIterator();
            }
        };
    }

    private final class EntryIterator implements Iterator<Map.Entry<String, V>> {

        private int next;

        @Override
        public boolean hasNext() {
            return next < NameMap.this.size();
        }

        @Override
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int index = next++;
            return new SimpleImmutableEntry<>(keyAt(index).text(), valueAt(index));
        }
    }
}

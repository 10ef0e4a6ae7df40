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
 * An immutable map from names to values, in the byte order of the names. It consists of two parallel arrays with binary
 * search. It shares the keys with other maps that have the same names.
 */
final class NameMap<V> extends AbstractMap<String, V> {

    private final Key[] keys;
    private final Object[] values;

    /**
     * Creates a map of the first {@code size} entries of each array, in any order. If a name occurs several times, the
     * last entry counts.
     */
    NameMap(Key[] keys, Object[] values, int size) {
        KeyOrder order = KeyOrder.of(keys, size);
        this.keys = order.sorted();
        this.values = order.arrange(values);
    }

    @Override
    public int size() {
        return keys.length;
    }

    Key keyAt(int index) {
        return keys[index];
    }

    @SuppressWarnings("unchecked")
    V valueAt(int index) {
        return (V) values[index];
    }

    @Override
    public @Nullable V get(@Nullable Object name) {
        int index = indexOf(name);
        return index < 0 ? null : valueAt(index);
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return indexOf(name) >= 0;
    }

    private int indexOf(@Nullable Object name) {
        if (!(name instanceof String text)) {
            return -1;
        }
        try {
            return Arrays.binarySearch(keys, KeyCache.of(text));
        } catch (IllegalArgumentException e) {
            // no message contains a name without a UTF-8 form
            return -1;
        }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return keys.length;
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
            return next < keys.length;
        }

        @Override
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int index = next++;
            return new SimpleImmutableEntry<>(keys[index].text(), valueAt(index));
        }
    }
}

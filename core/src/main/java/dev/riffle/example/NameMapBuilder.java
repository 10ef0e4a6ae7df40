package dev.riffle.example;

import java.util.Arrays;

/** Collects names and values for a {@link NameMap}. If a name occurs several times, the last value counts. */
final class NameMapBuilder<V> {

    private static final int EXPECTED = 32;

    private Key[] keys = new Key[EXPECTED];
    private Object[] values = new Object[EXPECTED];
    private int size;

    void put(Key key, V value) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        keys[size] = key;
        values[size++] = value;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns a map of the values put so far. Later calls do not change the map. */
    NameMap<V> build() {
        return new NameMap<>(keys, values, size);
    }
}

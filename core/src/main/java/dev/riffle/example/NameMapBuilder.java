package dev.riffle.example;

import java.util.Arrays;

/** Gathers names and values for a {@link NameMap}; the last value of a name counts. */
final class NameMapBuilder<V> {

    private Key[] keys;
    private Object[] values;
    private int size;

    NameMapBuilder(int expected) {
        keys = new Key[expected];
        values = new Object[expected];
    }

    void put(Key key, V value) {
        if (size == keys.length) {
            int capacity = Math.max(8, size * 2);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        keys[size] = key;
        values[size++] = value;
    }

    /** A map of what was put so far; putting more does not change it. */
    NameMap<V> copy() {
        return new NameMap<>(Arrays.copyOf(keys, size), Arrays.copyOf(values, size), size);
    }

    /** A map of what was put, which takes this builder's memory: nothing may be put afterwards. */
    NameMap<V> handOver() {
        return new NameMap<>(keys, values, size);
    }
}

package dev.riffle.dataset.internal.collate;

import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A list view of an array of primitives. Creates objects for the entries on demand. */
public final class ArraySlices<T> extends AbstractList<T> implements RandomAccess {

    private final int size;
    private final IntFunction<T> entries;

    public ArraySlices(int size, IntFunction<T> entries) {
        this.size = size;
        this.entries = entries;
    }

    @Override
    public T get(int index) {
        return entries.apply(index);
    }

    @Override
    public int size() {
        return size;
    }
}

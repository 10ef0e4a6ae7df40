package dev.riffle.dataset.internal.collate;

import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A list that creates its entries on demand, such as the slices of a tensor or of an array of primitives. */
public final class Slices<T> extends AbstractList<T> implements RandomAccess {

    private final int size;
    private final IntFunction<T> entries;

    public Slices(int size, IntFunction<T> entries) {
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

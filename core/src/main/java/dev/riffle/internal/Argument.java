package dev.riffle.internal;

import org.jspecify.annotations.Nullable;

/** Checks the arguments of public methods. The messages name the arguments. */
public final class Argument {

    private Argument() {}

    /** Returns the argument. Throws if the argument is null. */
    public static <A> A present(@Nullable A argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return argument;
    }

    /** Returns the arguments. Throws if an argument is null. */
    public static <L extends Iterable<?>> L allPresent(@Nullable L arguments, String name) {
        L all = present(arguments, name);
        for (Object argument : all) {
            present(argument, "one of " + name);
        }
        return all;
    }

    /**
     * Returns the index. Throws {@link IndexOutOfBoundsException} unless the index is at least 0 and below the size.
     *
     * @param name the name of the index
     * @param items what the index counts, in the plural
     */
    public static int index(int index, int size, String name, String items) {
        if (index < 0 || index >= size) {
            throw outOfBounds(name + " " + index, "number of " + items, size);
        }
        return index;
    }

    /** Like {@link #index(int, int, String, String)}, for more than 2^31 items. */
    public static long index(long index, long size, String name, String items) {
        if (index < 0 || index >= size) {
            throw outOfBounds(name + " " + index, "number of " + items, size);
        }
        return index;
    }

    /** Throws {@link IndexOutOfBoundsException} unless 0 &lt;= {@code from} &lt;= {@code to} &lt;= {@code size}. */
    public static void range(long from, long to, long size, String items) {
        if (from < 0 || to < from || to > size) {
            throw outOfBounds("range from " + from + " to " + to, "number of " + items, size);
        }
    }

    /**
     * Throws {@link IndexOutOfBoundsException} unless the part is inside the array.
     *
     * @param array the name of the array
     */
    public static void part(int offset, int size, int length, String array) {
        if (offset < 0 || size < 0 || offset > length - size) {
            throw outOfBounds("part of " + array + " with offset " + offset + " and size " + size, "length", length);
        }
    }

    private static IndexOutOfBoundsException outOfBounds(String what, String measure, long size) {
        return new IndexOutOfBoundsException(what + " is out of bounds; " + measure + ": " + size);
    }
}

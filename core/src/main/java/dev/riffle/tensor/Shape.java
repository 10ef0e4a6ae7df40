package dev.riffle.tensor;

import dev.riffle.internal.Argument;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of a tensor's dimensions, outermost first. {@code []} is the shape of a scalar. Immutable and safe for use
 * by several threads.
 *
 * @since 0.1
 */
public final class Shape {

    private static final Shape SCALAR = new Shape(new int[0]);

    private final int[] dims;

    private Shape(int[] dims) {
        this.dims = dims;
    }

    /**
     * Returns the shape with these dimensions.
     *
     * @throws IllegalArgumentException if a dimension is negative
     */
    public static Shape of(int... dims) {
        Argument.present(dims, "dims");
        for (int dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException("dimensions must not be negative: " + Arrays.toString(dims));
            }
        }
        return dims.length == 0 ? SCALAR : new Shape(dims.clone());
    }

    /** Returns the shape of a scalar, which has no dimensions. */
    public static Shape scalar() {
        return SCALAR;
    }

    /** Returns the number of dimensions. */
    public int rank() {
        return dims.length;
    }

    /**
     * Returns the size of a dimension. Dimension 0 is the outermost dimension.
     *
     * @throws IndexOutOfBoundsException if the dimension does not exist
     */
    public int dim(int dimension) {
        return dims[Argument.index(dimension, dims.length, "dimension", "dimensions")];
    }

    /** Returns the dimensions, as an array that the caller owns. */
    public int[] toArray() {
        return dims.clone();
    }

    /** Returns the dimensions as longs, in the form that native libraries take, as an array that the caller owns. */
    public long[] toLongArray() {
        long[] longs = new long[dims.length];
        for (int i = 0; i < dims.length; i++) {
            longs[i] = dims[i];
        }
        return longs;
    }

    /** Returns the number of elements, at most {@link Long#MAX_VALUE}. A scalar has one element. */
    public long elements() {
        long elements = 1;
        for (int dim : dims) {
            if (dim == 0) {
                return 0;
            }
            elements = elements > Long.MAX_VALUE / dim ? Long.MAX_VALUE : elements * dim;
        }
        return elements;
    }

    /**
     * Returns the number of the element at a position. The last dimension varies fastest.
     *
     * @param from the index in {@code position} at which the indices of this shape begin
     */
    int indexOf(int[] position, int from) {
        checkRank(position, from + dims.length);
        int index = 0;
        for (int i = 0; i < dims.length; i++) {
            index = index * dims[i] + checkIndex(position, from + i, dims[i]);
        }
        return index;
    }

    /** Returns an index of a position. Throws {@link IndexOutOfBoundsException} if the dimension is smaller. */
    static int checkIndex(int[] position, int dimension, int size) {
        int index = position[dimension];
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("position " + Arrays.toString(position)
                    + " is out of bounds; size of dimension " + dimension + ": " + size);
        }
        return index;
    }

    static void checkRank(int[] position, int rank) {
        if (position.length != rank) {
            throw new IllegalArgumentException(
                    "a position in " + rank + " dimensions needs " + rank + " indices: " + Arrays.toString(position));
        }
    }

    /**
     * Returns this shape with additional outer dimensions.
     *
     * @throws IllegalArgumentException if a dimension is negative
     */
    public Shape prepend(int... outer) {
        Argument.present(outer, "outer");
        int[] all = Arrays.copyOf(outer, outer.length + dims.length);
        System.arraycopy(dims, 0, all, outer.length, dims.length);
        return of(all);
    }

    /**
     * Returns this shape with an additional innermost dimension.
     *
     * @throws IllegalArgumentException if the dimension is negative
     */
    public Shape append(int inner) {
        int[] all = Arrays.copyOf(dims, dims.length + 1);
        all[dims.length] = inner;
        return of(all);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape that && Arrays.equals(dims, that.dims);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    /** Returns the dimensions as text, such as {@code [2, 3]}. */
    @Override
    public String toString() {
        return Arrays.toString(dims);
    }
}

package dev.riffle.dataset.stage;

import dev.riffle.tensor.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the dimensions of tensors before there are any: nothing, how many there are, or how long some of them
 * are. Immutable.
 *
 * @since 0.1
 */
public final class PartialShape {

    /** The size of a dimension that is not known. */
    public static final int UNKNOWN_SIZE = -1;

    private static final PartialShape UNKNOWN = new PartialShape(null);

    private final int @Nullable [] dims;

    private PartialShape(int @Nullable [] dims) {
        this.dims = dims;
    }

    /** Not even the number of dimensions is known. */
    public static PartialShape unknown() {
        return UNKNOWN;
    }

    /**
     * These dimensions, outermost first, with -1 for those whose size is not known; none of them for scalars.
     *
     * @throws IllegalArgumentException if a size is below -1
     */
    public static PartialShape of(int... dims) {
        for (int dim : dims) {
            if (dim < UNKNOWN_SIZE) {
                throw new IllegalArgumentException("dimensions must be -1 or more: " + Arrays.toString(dims));
            }
        }
        return new PartialShape(dims.clone());
    }

    /** The dimensions of a shape, all known. */
    public static PartialShape of(Shape shape) {
        return new PartialShape(shape.toArray());
    }

    /** Whether it is known how many dimensions there are. */
    public boolean hasRank() {
        return dims != null;
    }

    /** How many dimensions there are; -1 if that is not known. */
    public int rank() {
        return dims == null ? -1 : dims.length;
    }

    /**
     * The size of a dimension, which counts from 0, the outermost; -1 if it is not known.
     *
     * @throws IndexOutOfBoundsException if there is no such dimension; of an unknown shape all are there
     */
    public int dim(int dimension) {
        return dims == null ? UNKNOWN_SIZE : dims[dimension];
    }

    /** Whether every dimension is known. */
    public boolean isComplete() {
        if (dims == null) {
            return false;
        }
        for (int dim : dims) {
            if (dim == UNKNOWN_SIZE) {
                return false;
            }
        }
        return true;
    }

    /** What is true of shapes of this kind and of the other. */
    PartialShape common(PartialShape other) {
        if (dims == null || other.dims == null || dims.length != other.dims.length) {
            return UNKNOWN;
        }
        int[] common = new int[dims.length];
        for (int i = 0; i < common.length; i++) {
            common[i] = dims[i] == other.dims[i] ? dims[i] : UNKNOWN_SIZE;
        }
        return new PartialShape(common);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartialShape that && Arrays.equals(dims, that.dims);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    /** The dimensions, for a person to read: {@code [2, ?]}, or {@code ?} if not even their number is known. */
    @Override
    public String toString() {
        return dims == null ? "?" : Arrays.toString(dims).replace("-1", "?");
    }
}

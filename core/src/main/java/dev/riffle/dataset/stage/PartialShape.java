package dev.riffle.dataset.stage;

import dev.riffle.internal.Argument;
import dev.riffle.tensor.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A shape of which parts may be unknown: the number of dimensions, or the sizes of some dimensions. Immutable and safe
 * for use by several threads.
 *
 * @since 0.1
 */
public final class PartialShape {

    /** The value for a dimension of unknown size. */
    public static final int UNKNOWN_SIZE = -1;

    private static final PartialShape UNKNOWN = new PartialShape(null);

    private final int @Nullable [] dims;

    private PartialShape(int @Nullable [] dims) {
        this.dims = dims;
    }

    /** Returns a shape with an unknown number of dimensions. */
    public static PartialShape unknown() {
        return UNKNOWN;
    }

    /**
     * Returns a shape with these dimensions, outermost first, -1 for a dimension of unknown size. A scalar has no
     * dimensions.
     *
     * @throws IllegalArgumentException if a size is below -1
     */
    public static PartialShape of(int... dims) {
        Argument.present(dims, "dims");
        for (int dim : dims) {
            if (dim < UNKNOWN_SIZE) {
                throw new IllegalArgumentException("dimensions must be -1 or more: " + Arrays.toString(dims));
            }
        }
        return new PartialShape(dims.clone());
    }

    /** Returns a partial shape with all dimensions of {@code shape}. */
    public static PartialShape of(Shape shape) {
        Argument.present(shape, "shape");
        return new PartialShape(shape.toArray());
    }

    /** Returns whether the number of dimensions is known. */
    public boolean hasRank() {
        return dims != null;
    }

    /** Returns the number of dimensions, or -1 if the number is not known. */
    public int rank() {
        return dims == null ? -1 : dims.length;
    }

    /**
     * Returns the size of a dimension, or -1 if the size is not known. Dimension 0 is the outermost dimension.
     *
     * @throws IndexOutOfBoundsException if the rank is known and the dimension does not exist
     */
    public int dim(int dimension) {
        return dims == null ? UNKNOWN_SIZE : dims[dimension];
    }

    /** Returns the most precise shape that covers both shapes. */
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

    /** Returns the dimensions as text, such as {@code [2, ?]}, or {@code ?} if the number of dimensions is unknown. */
    @Override
    public String toString() {
        return dims == null ? "?" : Arrays.toString(dims).replace("-1", "?");
    }
}

package dev.riffle.tensor;

import dev.riffle.example.FeatureException;
import dev.riffle.internal.Argument;

/**
 * A tensor that stores every element. The last dimension varies fastest. Immutable and safe for use by several threads,
 * unless a parser refills its memory; see {@link Values}.
 *
 * @param shape the dimensions; a scalar has no dimensions
 * @param values the elements; the shape determines their number
 * @since 0.1
 */
public record DenseTensor(Shape shape, Values values) implements Tensor, ElementAccess {

    /**
     * Creates a tensor over these elements, without a copy.
     *
     * @throws IllegalArgumentException if the shape has another number of elements
     */
    public DenseTensor {
        Argument.present(shape, "shape");
        Argument.present(values, "values");
        if (shape.elements() != values.size()) {
            throw new IllegalArgumentException(
                    "shape " + shape + " has " + shape.elements() + " elements, the values have " + values.size());
        }
    }

    /**
     * Returns a tensor over these elements, without a copy.
     *
     * @throws IllegalArgumentException if the shape has another number of elements
     */
    public static DenseTensor of(Shape shape, Values values) {
        return new DenseTensor(shape, values);
    }

    /** Returns a tensor of one dimension over these elements, without a copy. */
    public static DenseTensor vector(Values values) {
        Argument.present(values, "values");
        return new DenseTensor(Shape.of(values.size()), values);
    }

    /**
     * Returns a scalar with a single element. Calls without a position, such as {@code longAt()}, return this element.
     *
     * @throws IllegalArgumentException if the number of elements is not 1
     */
    public static DenseTensor scalar(Values value) {
        Argument.present(value, "value");
        return new DenseTensor(Shape.scalar(), value);
    }

    @Override
    public DType dtype() {
        return values.dtype();
    }

    @Override
    public int indexOf(int... position) {
        Argument.present(position, "position");
        return shape.indexOf(position, 0);
    }

    /**
     * Returns a copy of the rows, as arrays that the caller owns. The first dimension is the number of rows. A row has
     * all elements of the other dimensions. A tensor of shape [2, 3, 4] has 2 rows of 12 floats, and a vector has rows
     * of one float. Supports the types of {@link Values#floatAt}.
     *
     * @throws FeatureException if the tensor is a scalar, or if its type does not fit a float without loss
     */
    public float[][] toFloatRows() {
        if (shape.rank() == 0) {
            throw new FeatureException(FeatureException.Reason.OTHER_KIND, null, "a tensor of shape [] has no rows");
        }
        values.slice(0, 0).toFloats(); // checks the type, also if there are no rows
        float[][] rows = new float[shape.dim(0)][];
        int width = rows.length == 0 ? 0 : values.size() / rows.length;
        for (int row = 0; row < rows.length; row++) {
            rows[row] = values.slice(row * width, (row + 1) * width).toFloats();
        }
        return rows;
    }

    /**
     * Returns the type, the shape and the elements, such as {@code int64 [2, 2] [[1, 2], [3, 4]]}. If the tensor has
     * many elements, the text omits the middle elements.
     */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " ").add(shape).add(" ");
        excerpt.nested(values, shape, 0, 0);
        return excerpt.toString();
    }
}

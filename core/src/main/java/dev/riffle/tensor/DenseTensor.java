package dev.riffle.tensor;

/**
 * A tensor that stores every element, the last dimension varying fastest. Immutable, except for the memory of a
 * refilled batch; see {@link Values}.
 *
 * @param shape the dimensions; without dimensions, the tensor is a scalar
 * @param values the elements, as many as the shape has
 * @since 0.1
 */
public record DenseTensor(Shape shape, Values values) implements Tensor, ElementAccess {

    /**
     * Creates a tensor over these elements, without copying them.
     *
     * @throws IllegalArgumentException if the shape has another number of elements
     */
    public DenseTensor {
        if (shape.elements() != values.size()) {
            throw new IllegalArgumentException(
                    "shape " + shape + " has " + shape.elements() + " elements, but there are " + values.size());
        }
    }

    /**
     * Returns a tensor over these elements, without copying them.
     *
     * @throws IllegalArgumentException if the shape has another number of elements
     */
    public static DenseTensor of(Shape shape, Values values) {
        return new DenseTensor(shape, values);
    }

    /** Returns a tensor of one dimension over these elements. */
    public static DenseTensor vector(Values values) {
        return new DenseTensor(Shape.of(values.size()), values);
    }

    /**
     * Returns a tensor without dimensions over a single element. Methods such as {@code longAt()} read the element if
     * called without a position.
     *
     * @throws IllegalArgumentException if the number of elements is not 1
     */
    public static DenseTensor scalar(Values value) {
        return new DenseTensor(Shape.scalar(), value);
    }

    @Override
    public DType dtype() {
        return values.dtype();
    }

    @Override
    public int indexOf(int... position) {
        return shape.indexOf(position, 0);
    }

    /** Returns the type, the shape and the elements, or some of many: {@code int64 [2, 2] [[1, 2], [3, 4]]}. */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " ").add(shape).add(" ");
        excerpt.nested(values, shape, 0, 0);
        return excerpt.toString();
    }
}

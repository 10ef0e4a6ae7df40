package dev.riffle.tensor;

/**
 * Every element is there, the last dimension varying fastest.
 *
 * @param shape the dimensions; without any, the tensor is a scalar
 * @param values as many elements as the shape has
 */
public record DenseTensor(Shape shape, Values values) implements Tensor, ElementAccess {

    /**
     * A tensor over these elements, which are not copied.
     *
     * @throws IllegalArgumentException if the shape has more or fewer elements
     */
    public DenseTensor {
        if (shape.elements() != values.size()) {
            throw new IllegalArgumentException(
                    "shape " + shape + " has " + shape.elements() + " elements, but there are " + values.size());
        }
    }

    /**
     * A tensor over these elements, which are not copied.
     *
     * @throws IllegalArgumentException if the shape has more or fewer elements
     */
    public static DenseTensor of(Shape shape, Values values) {
        return new DenseTensor(shape, values);
    }

    /** All of these elements in one dimension. */
    public static DenseTensor vector(Values values) {
        return new DenseTensor(Shape.of(values.size()), values);
    }

    /**
     * The only element, without dimensions; {@code longAt()} and the like, without a position, read it.
     *
     * @throws IllegalArgumentException if there is not just one
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

    /** The type, the shape and the elements, or some of many: {@code int64 [2, 2] [[1, 2], [3, 4]]}. */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " ").add(shape).add(" ");
        excerpt.nested(values, shape, 0, 0);
        return excerpt.toString();
    }
}

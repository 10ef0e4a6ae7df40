package dev.riffle.tensor;

import java.util.Objects;

/**
 * A few elements, each with its place, as {@code tf.SparseTensor}. Places usually come row by row, but need not, and may
 * lie outside the shape: what a record says is kept as it is.
 *
 * @param indices the places, as INT64: for each element one index for each dimension
 * @param values the elements
 * @param denseShape the dimensions
 */
public record SparseTensor(Values indices, Values values, Shape denseShape) implements Tensor {

    /**
     * A tensor over these places and elements, which are not copied.
     *
     * @throws IllegalArgumentException if the places are not INT64, or are more or fewer than the elements need
     */
    public SparseTensor {
        if (indices.dtype() != DType.INT64) {
            throw new IllegalArgumentException("indices must be int64: " + indices.dtype());
        }
        if (indices.size() != (long) values.size() * denseShape.rank()) {
            throw new IllegalArgumentException(values.size() + " elements in " + denseShape.rank()
                    + " dimensions need " + (long) values.size() * denseShape.rank() + " indices, but there are "
                    + indices.size());
        }
    }

    /**
     * A tensor over these places and elements, which are not copied.
     *
     * @throws IllegalArgumentException if the places are not INT64, or are more or fewer than the elements need
     */
    public static SparseTensor of(Values indices, Values values, Shape denseShape) {
        return new SparseTensor(indices, values, denseShape);
    }

    @Override
    public DType dtype() {
        return values.dtype();
    }

    /** How many elements are there. */
    public int count() {
        return values.size();
    }

    /**
     * Where an element is in one of the dimensions.
     *
     * @param entry which of {@link #values()}
     * @param dimension counted from 0, the outermost
     * @throws IndexOutOfBoundsException if there is no such element or dimension
     */
    public long indexAt(int entry, int dimension) {
        Objects.checkIndex(entry, values.size());
        return indices.longAt(entry * denseShape.rank() + Objects.checkIndex(dimension, denseShape.rank()));
    }

    /** The type, the dense shape, and places with their elements, or the first of many: {@code int64 [2, 9] {[0, 3]: 7}}. */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " ").add(denseShape).add(" ");
        excerpt.beginning(
                "{",
                count(),
                entry -> {
                    excerpt.items(denseShape.rank(), dimension -> excerpt.add(indexAt(entry, dimension)))
                            .add(": ");
                    excerpt.element(values, entry);
                },
                "}");
        return excerpt.toString();
    }
}

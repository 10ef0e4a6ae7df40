package dev.riffle.tensor;

import dev.riffle.internal.Argument;

/**
 * A tensor that stores a few elements with their indices, like {@code tf.SparseTensor}. Immutable and safe for use by
 * several threads, unless a parser refills its memory; see {@link Values}.
 *
 * <p>Indices are usually sorted by row. A parser copies the indices of a record unchanged, so indices can be unsorted
 * or outside the shape.
 *
 * @param indices one INT64 for each element and dimension
 * @param values the elements
 * @param shape the dimensions; TensorFlow calls them {@code dense_shape}
 * @since 0.1
 */
public record SparseTensor(Values indices, Values values, Shape shape) implements Tensor {

    /**
     * Creates a tensor over these indices and elements, without a copy.
     *
     * @throws IllegalArgumentException if the indices are not INT64, or do not match the number of elements
     */
    public SparseTensor {
        Argument.present(indices, "indices");
        Argument.present(values, "values");
        Argument.present(shape, "shape");
        if (indices.dtype() != DType.INT64) {
            throw new IllegalArgumentException("indices must be int64: " + indices.dtype());
        }
        if (indices.size() != (long) values.size() * shape.rank()) {
            throw new IllegalArgumentException(values.size() + " elements in " + shape.rank() + " dimensions need "
                    + (long) values.size() * shape.rank() + " indices, found " + indices.size());
        }
    }

    /**
     * Returns a tensor over these indices and elements, without a copy.
     *
     * @throws IllegalArgumentException if the indices are not INT64, or do not match the number of elements
     */
    public static SparseTensor of(Values indices, Values values, Shape shape) {
        return new SparseTensor(indices, values, shape);
    }

    @Override
    public DType dtype() {
        return values.dtype();
    }

    /** Returns the number of stored elements. */
    public int count() {
        return values.size();
    }

    /**
     * Returns the index of an element along one dimension.
     *
     * @param entry the position in {@link #values()}
     * @param dimension the number of the dimension; 0 is the outermost dimension
     * @throws IndexOutOfBoundsException if the element or dimension does not exist
     */
    public long indexAt(int entry, int dimension) {
        Argument.index(entry, values.size(), "entry", "entries");
        return indices.longAt(
                entry * shape.rank() + Argument.index(dimension, shape.rank(), "dimension", "dimensions"));
    }

    /**
     * Returns the type, the dense shape, and indices with their elements, such as {@code int64 [2, 9] {[0, 3]: 7}}. If
     * the tensor has many elements, the text contains only the first elements.
     */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " ").add(shape).add(" ");
        excerpt.beginning(
                "{",
                count(),
                entry -> {
                    excerpt.items(shape.rank(), dimension -> excerpt.add(indexAt(entry, dimension)))
                            .add(": ");
                    excerpt.element(values, entry);
                },
                "}");
        return excerpt.toString();
    }
}

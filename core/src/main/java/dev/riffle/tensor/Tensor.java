package dev.riffle.tensor;

/**
 * An array of any number of dimensions: dense, sparse or ragged. Two tensors are equal if their form, dimensions and
 * elements are equal. {@code toString} returns the type, the dimensions and some elements, in at most about 1000
 * characters. Immutable and safe for use by several threads, unless a parser refills its memory; see {@link Values}.
 *
 * @since 0.1
 */
public sealed interface Tensor permits DenseTensor, SparseTensor, RaggedTensor {

    /** Returns the type of the elements. */
    DType dtype();

    /**
     * Returns the dimensions. For a ragged tensor, these are the dimensions of the smallest dense tensor that has room
     * for every row; see {@link RaggedTensor#shape}.
     *
     * @throws dev.riffle.example.FeatureException if the row splits of a ragged tensor are invalid
     */
    Shape shape();

    /** Returns the stored elements in TensorFlow's order. A sparse tensor stores only some elements. */
    Values values();
}

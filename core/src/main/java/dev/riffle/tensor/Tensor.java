package dev.riffle.tensor;

/**
 * An array of any number of dimensions: dense, sparse or ragged. Equal to another of the same form with the same
 * dimensions and elements; {@code toString} shows the type, the dimensions and some elements in at most some 1000
 * characters.
 */
public sealed interface Tensor permits DenseTensor, SparseTensor, RaggedTensor {

    /** The type of the elements. */
    DType dtype();

    /** The elements that are there, one behind the other as TensorFlow has them; those a sparse tensor lacks are left out. */
    Values values();
}

/**
 * Tensors: arrays of any number of dimensions in primitive memory, without an object for each element. The parsers
 * return tensors.
 *
 * <p>Start with {@link dev.riffle.tensor.Tensor}. A {@link dev.riffle.tensor.DenseTensor} stores every element. A
 * {@link dev.riffle.tensor.SparseTensor} stores some elements with their indices. A
 * {@link dev.riffle.tensor.RaggedTensor} stores rows of different lengths. All three types store their elements in
 * {@link dev.riffle.tensor.Values}. {@code dev.riffle.parse} creates tensors from records.
 * {@link dev.riffle.tensor.TensorProto} writes and reads serialized tensors, and {@link dev.riffle.tensor.RawDecoder}
 * decodes bytes as numbers. Tensors are immutable and safe for use by several threads, unless a parser refills their
 * batch.
 */
@NullMarked
package dev.riffle.tensor;

import org.jspecify.annotations.NullMarked;

/**
 * Arrays of any number of dimensions over primitive memory, without an object per element: what parsing makes.
 *
 * <p>Open {@link dev.riffle.tensor.Tensor} first. A {@link dev.riffle.tensor.DenseTensor} has every element, a {@link
 * dev.riffle.tensor.SparseTensor} those that are there with their places, a {@link dev.riffle.tensor.RaggedTensor} rows
 * of different lengths; all three are made of {@link dev.riffle.tensor.Values}. {@code dev.riffle.parse} fills them
 * from records. {@link dev.riffle.tensor.TensorProto} writes and reads serialised tensors, and {@link
 * dev.riffle.tensor.RawDecoder} takes bytes for numbers. Immutable and safe for several threads, unless they came
 * from a batch that a parser is refilling.
 */
@NullMarked
package dev.riffle.tensor;

import org.jspecify.annotations.NullMarked;

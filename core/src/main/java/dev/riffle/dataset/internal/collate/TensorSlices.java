package dev.riffle.dataset.internal.collate;

import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Creates lists of the slices of tensors along their outermost dimension. */
public final class TensorSlices {

    private TensorSlices() {}

    /**
     * Returns the slices of a tensor, which the list creates on demand.
     *
     * @throws IllegalArgumentException if the tensor is a scalar
     */
    public static List<Tensor> of(Tensor tensor) {
        if (tensor instanceof DenseTensor dense) {
            return dense(dense);
        }
        if (tensor instanceof RaggedTensor ragged) {
            return new Slices<>(ragged.rows(), ragged::row);
        }
        return sparse((SparseTensor) tensor);
    }

    private static List<Tensor> dense(DenseTensor tensor) {
        Shape inner = inner(tensor.shape(), tensor);
        int stride = (int) inner.elements();
        return new Slices<>(
                tensor.shape().dim(0),
                index -> DenseTensor.of(inner, tensor.values().slice(index * stride, (index + 1) * stride)));
    }

    /**
     * Returns the slices of a sparse tensor. Sorts the elements by row, because the elements of a row need not be
     * adjacent.
     */
    private static List<Tensor> sparse(SparseTensor tensor) {
        Shape inner = inner(tensor.shape(), tensor);
        int rows = tensor.shape().dim(0);
        long[] sorted = new long[tensor.count()];
        for (int entry = 0; entry < tensor.count(); entry++) {
            long row = tensor.indexAt(entry, 0);
            if (row < 0 || row >= rows) {
                throw new IllegalArgumentException(
                        "element " + entry + " is in row " + row + ", outside the shape " + tensor.shape());
            }
            sorted[entry] = row << Integer.SIZE | entry;
        }
        Arrays.sort(sorted);
        return new Slices<>(rows, index -> {
            Objects.checkIndex(index, rows);
            int from = first(sorted, index);
            return slice(tensor, sorted, from, first(sorted, index + 1L), inner);
        });
    }

    /** Returns the index of the first element of a row, or of the next row that has elements. */
    private static int first(long[] sorted, long row) {
        int found = Arrays.binarySearch(sorted, row << Integer.SIZE);
        return found < 0 ? -found - 1 : found;
    }

    private static SparseTensor slice(SparseTensor tensor, long[] sorted, int from, int to, Shape inner) {
        long[] indices = new long[(to - from) * inner.rank()];
        ValuesBuilder builder = ValuesBuilder.of(tensor.dtype(), to - from, new Padding.Zero());
        int at = 0;
        for (int i = from; i < to; i++) {
            int entry = (int) sorted[i];
            builder.copy(tensor.values(), entry, 1);
            for (int dimension = 0; dimension < inner.rank(); dimension++) {
                indices[at++] = tensor.indexAt(entry, dimension + 1);
            }
        }
        return SparseTensor.of(Values.ofLongs(indices), builder.filled(), inner);
    }

    private static Shape inner(Shape shape, Tensor tensor) {
        if (shape.rank() == 0) {
            throw new IllegalArgumentException("cannot take slices of a scalar: " + tensor);
        }
        return Shape.of(Arrays.copyOfRange(shape.toArray(), 1, shape.rank()));
    }
}

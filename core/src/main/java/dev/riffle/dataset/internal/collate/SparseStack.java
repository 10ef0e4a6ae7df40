package dev.riffle.dataset.internal.collate;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * Stacks sparse tensors of one rank in a new first dimension. Each other dimension has the largest size in the batch.
 */
public final class SparseStack {

    private SparseStack() {}

    public static SparseTensor of(List<Tensor> tensors) {
        List<SparseTensor> rows = new ArrayList<>(tensors.size());
        DType dtype = tensors.get(0).dtype();
        int count = 0;
        int[] dims = new int[0];
        for (int i = 0; i < tensors.size(); i++) {
            if (!(tensors.get(i) instanceof SparseTensor sparse)
                    || sparse.dtype() != dtype
                    || (i > 0 && sparse.shape().rank() != dims.length)) {
                throw new ShapeMismatchException(
                        i, "cannot batch sparse tensors of different kinds: element " + i + " is " + tensors.get(i));
            }
            dims = i == 0 ? sparse.shape().toArray() : larger(dims, sparse.shape());
            count = Math.addExact(count, sparse.count());
            rows.add(sparse);
        }
        int rank = dims.length;
        long[] indices = new long[Math.multiplyExact(count, rank + 1)];
        ValuesBuilder builder = ValuesBuilder.of(dtype, count, new Padding.Zero());
        int at = 0;
        for (int row = 0; row < rows.size(); row++) {
            SparseTensor sparse = rows.get(row);
            builder.copy(sparse.values());
            for (int entry = 0; entry < sparse.count(); entry++) {
                indices[at++] = row;
                for (int dimension = 0; dimension < rank; dimension++) {
                    indices[at++] = sparse.indexAt(entry, dimension);
                }
            }
        }
        return SparseTensor.of(
                Values.ofLongs(indices), builder.filled(), Shape.of(dims).prepend(rows.size()));
    }

    private static int[] larger(int[] dims, Shape shape) {
        for (int i = 0; i < dims.length; i++) {
            dims[i] = Math.max(dims[i], shape.dim(i));
        }
        return dims;
    }
}

package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import java.util.Arrays;

/** Computes the specs of slices of tensors. */
final class SliceSpecs {

    private SliceSpecs() {}

    /** Returns the spec of the slices of a tensor. */
    static ElementSpec of(Tensor tensor) {
        return Splitter.tensors().spec(batchSpec(tensor));
    }

    private static ElementSpec batchSpec(Tensor tensor) {
        if (tensor instanceof DenseTensor dense) {
            return new ElementSpec.Dense(dense.dtype(), PartialShape.of(dense.shape()));
        }
        if (tensor instanceof SparseTensor sparse) {
            return new ElementSpec.Sparse(sparse.dtype(), PartialShape.of(sparse.shape()));
        }
        RaggedTensor ragged = (RaggedTensor) tensor;
        int[] dims = new int[1 + ragged.raggedRank() + ragged.innerShape().rank()];
        Arrays.fill(dims, PartialShape.UNKNOWN_SIZE);
        dims[0] = ragged.rows();
        for (int i = 0; i < ragged.innerShape().rank(); i++) {
            dims[1 + ragged.raggedRank() + i] = ragged.innerShape().dim(i);
        }
        return new ElementSpec.Ragged(ragged.dtype(), ragged.raggedRank(), PartialShape.of(dims));
    }
}

package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.OuterDimension;
import dev.riffle.dataset.internal.collate.TensorSlices;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.tensor.Tensor;
import java.util.List;

/** Splits a tensor into slices along its outermost dimension. */
final class TensorSplitter implements Splitter<Tensor, Tensor>, Described {

    @Override
    public List<Tensor> split(Tensor batch) {
        return TensorSlices.of(batch);
    }

    @Override
    public ElementSpec spec(ElementSpec batch) {
        if (batch instanceof ElementSpec.Dense dense) {
            return new ElementSpec.Dense(dense.dtype(), inner(batch, dense.shape()));
        }
        if (batch instanceof ElementSpec.Ragged ragged) {
            PartialShape inner = inner(batch, ragged.shape());
            return ragged.raggedRank() == 0
                    ? new ElementSpec.Dense(ragged.dtype(), inner)
                    : new ElementSpec.Ragged(ragged.dtype(), ragged.raggedRank() - 1, inner);
        }
        if (batch instanceof ElementSpec.Sparse sparse) {
            return new ElementSpec.Sparse(sparse.dtype(), inner(batch, sparse.shape()));
        }
        if (batch instanceof ElementSpec.Unknown) {
            return batch;
        }
        throw new IllegalArgumentException("elements are not tensors: " + batch);
    }

    private static PartialShape inner(ElementSpec spec, PartialShape shape) {
        if (shape.rank() == 0) {
            throw new IllegalArgumentException("cannot unbatch scalars: " + spec);
        }
        return OuterDimension.removed(shape);
    }

    @Override
    public int size(ElementSpec batch) {
        if (batch instanceof ElementSpec.Dense dense) {
            return dense.shape().dim(0);
        }
        if (batch instanceof ElementSpec.Ragged ragged) {
            return ragged.shape().dim(0);
        }
        return batch instanceof ElementSpec.Sparse sparse ? sparse.shape().dim(0) : -1;
    }

    @Override
    public String describe() {
        return "tensors";
    }
}

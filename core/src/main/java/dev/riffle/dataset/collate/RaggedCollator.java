package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.OuterDimension;
import dev.riffle.dataset.internal.collate.RaggedStack;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import java.util.List;

/** Combines tensors into the rows of a ragged tensor. Stacks scalars and tensors of a complete shape. */
final class RaggedCollator implements Collator<Object, Tensor>, Described {

    /** The ragged rank for elements without a spec. It means that all dimensions may differ. */
    private static final int OF_ELEMENTS = -1;

    private final int innerRaggedRank;

    RaggedCollator() {
        this(OF_ELEMENTS);
    }

    private RaggedCollator(int innerRaggedRank) {
        this.innerRaggedRank = innerRaggedRank;
    }

    @Override
    public Tensor collate(List<?> elements) {
        if (!(ElementTensors.checked(elements).get(0) instanceof DenseTensor first)
                || first.shape().rank() == 0) {
            return TensorCollator.stack(elements);
        }
        int inner = innerRaggedRank == OF_ELEMENTS ? first.shape().rank() - 1 : innerRaggedRank;
        return RaggedStack.of(ElementTensors.of(elements), inner);
    }

    @Override
    public Collator<Object, Tensor> forElements(ElementSpec spec) {
        if (spec instanceof ElementSpec.Ragged ragged) {
            return new RaggedCollator(ragged.raggedRank());
        }
        if (spec instanceof ElementSpec.Dense dense && dense.shape().hasRank()) {
            int last = lastRagged(dense.shape());
            return last < 0 ? Collator.anyTensors() : new RaggedCollator(last);
        }
        return this;
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        if (element instanceof ElementSpec.Dense dense) {
            if (!dense.shape().hasRank()) {
                return ElementSpec.unknown();
            }
            int last = lastRagged(dense.shape());
            if (last >= 0) {
                return new ElementSpec.Ragged(dense.dtype(), last + 1, OuterDimension.added(dense.shape(), size));
            }
        }
        return TensorCollator.batched(element, size);
    }

    /**
     * Returns the innermost dimension of unknown size, or -1 if all sizes are known. Dimensions up to it may differ. A
     * dimension of size 0 after it also counts as unknown, because the inner shape of a ragged tensor must have
     * elements.
     */
    private static int lastRagged(PartialShape shape) {
        int lastEmpty = -1;
        for (int i = shape.rank() - 1; i >= 0; i--) {
            if (shape.dim(i) == PartialShape.UNKNOWN_SIZE) {
                return Math.max(i, lastEmpty);
            }
            if (shape.dim(i) == 0 && lastEmpty < 0) {
                lastEmpty = i;
            }
        }
        return -1;
    }

    @Override
    public String describe() {
        return "ragged";
    }
}

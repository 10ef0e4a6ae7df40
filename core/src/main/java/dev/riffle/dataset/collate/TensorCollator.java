package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.OuterDimension;
import dev.riffle.dataset.internal.collate.Padding;
import dev.riffle.dataset.internal.collate.RaggedStack;
import dev.riffle.dataset.internal.collate.ShapeMismatchException;
import dev.riffle.dataset.internal.collate.SparseStack;
import dev.riffle.dataset.internal.collate.ValuesBuilder;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.List;

/**
 * Stacks tensors of one shape. Ragged tensors and sparse tensors need only the same rank.
 *
 * @param type the type of the batches
 */
record TensorCollator<B extends Tensor>(Class<B> type) implements Collator<Object, B>, Described {

    @Override
    public B collate(List<?> elements) {
        Tensor batch = stack(elements);
        if (!type.isInstance(batch)) {
            throw new ShapeMismatchException(
                    0,
                    "element 0 is a " + batch.getClass().getSimpleName()
                            + ", not a dense tensor; use Collator.anyTensors()");
        }
        return type.cast(batch);
    }

    /** Stacks tensors of any form. */
    static Tensor stack(List<?> elements) {
        Values scalars = ElementTensors.scalars(ElementTensors.checked(elements));
        if (scalars != null) {
            return DenseTensor.vector(scalars);
        }
        List<Tensor> tensors = ElementTensors.of(elements);
        Tensor first = tensors.get(0);
        if (first instanceof RaggedTensor ragged) {
            return RaggedStack.of(tensors, ragged.raggedRank());
        }
        return first instanceof SparseTensor ? SparseStack.of(tensors) : dense(tensors);
    }

    private static DenseTensor dense(List<Tensor> tensors) {
        DType dtype = tensors.get(0).dtype();
        Shape shape = shape(tensors.get(0), 0, dtype);
        for (int i = 1; i < tensors.size(); i++) {
            Shape other = shape(tensors.get(i), i, dtype);
            if (!other.equals(shape)) {
                throw new ShapeMismatchException(
                        i,
                        "cannot batch tensors of different shapes: the first has " + shape + ", element " + i + " has "
                                + other + "; use Collator.padded() or Collator.ragged()");
            }
        }
        ValuesBuilder builder = ValuesBuilder.of(
                dtype, Math.multiplyExact(shape.elements(), (long) tensors.size()), new Padding.Zero());
        for (Tensor tensor : tensors) {
            builder.copy(tensor.values());
        }
        return DenseTensor.of(shape.prepend(tensors.size()), builder.filled());
    }

    /** Returns the shape of a dense tensor. Rejects tensors of another type. */
    static Shape shape(Tensor tensor, int element, DType dtype) {
        if (tensor.dtype() != dtype) {
            throw new ShapeMismatchException(
                    element,
                    "cannot batch tensors of different types: the first has " + dtype + ", element " + element + " has "
                            + tensor.dtype());
        }
        if (tensor instanceof DenseTensor dense) {
            return dense.shape();
        }
        throw new ShapeMismatchException(
                element, "element " + element + " is a " + tensor.getClass().getSimpleName() + ", not a dense tensor");
    }

    @Override
    @SuppressWarnings("unchecked") // A batch of ragged elements is not dense, so B is Tensor.
    public Collator<Object, B> forElements(ElementSpec spec) {
        return type == Tensor.class && spec instanceof ElementSpec.Ragged
                ? (Collator<Object, B>) new RaggedCollator().forElements(spec)
                : this;
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        if (type == DenseTensor.class
                && (element instanceof ElementSpec.Ragged || element instanceof ElementSpec.Sparse)) {
            throw new IllegalArgumentException(
                    "elements are not dense tensors: " + element + "; use Collator.anyTensors()");
        }
        return batched(element, size);
    }

    static ElementSpec batched(ElementSpec element, int size) {
        if (element instanceof ElementSpec.Dense dense) {
            return new ElementSpec.Dense(dense.dtype(), OuterDimension.added(dense.shape(), size));
        }
        if (element instanceof ElementSpec.Ragged ragged) {
            return new ElementSpec.Ragged(
                    ragged.dtype(), ragged.raggedRank() + 1, OuterDimension.added(ragged.shape(), size));
        }
        if (element instanceof ElementSpec.Sparse sparse) {
            return new ElementSpec.Sparse(sparse.dtype(), OuterDimension.added(sparse.shape(), size));
        }
        if (element instanceof ElementSpec.Unknown) {
            return element;
        }
        throw new IllegalArgumentException(
                "elements are not tensors: " + element + "; use Collator.pairs, Collator.maps or Collator.list");
    }

    @Override
    public String describe() {
        return "tensors";
    }
}

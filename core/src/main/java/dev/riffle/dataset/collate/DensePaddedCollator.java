package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.OuterDimension;
import dev.riffle.dataset.internal.collate.Padding;
import dev.riffle.dataset.internal.collate.PaddingCollator;
import dev.riffle.dataset.internal.collate.ShapeMismatchException;
import dev.riffle.dataset.internal.collate.ValuesBuilder;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.List;

/**
 * Pads dense tensors by the rules of {@link PaddedCollator}.
 *
 * @param unknownSize the size of dimensions that the shape does not set; -1 means the largest size in the batch
 */
record DensePaddedCollator(PartialShape target, Padding padding, int unknownSize)
        implements PaddedCollator, PaddingCollator<Collator<Object, DenseTensor>>, Described {

    DensePaddedCollator() {
        this(PartialShape.unknown(), new Padding.Zero(), PartialShape.UNKNOWN_SIZE);
    }

    private DensePaddedCollator with(Padding other) {
        return new DensePaddedCollator(target, other, unknownSize);
    }

    @Override
    public PaddedCollator shape(int... dims) {
        return new DensePaddedCollator(PartialShape.of(dims), padding, unknownSize);
    }

    @Override
    public PaddedCollator value(long value) {
        return with(new Padding.Whole(value));
    }

    @Override
    public PaddedCollator value(double value) {
        return with(new Padding.Real(value));
    }

    @Override
    public PaddedCollator value(String value) {
        return value(Bytes.ofUtf8(Argument.present(value, "value")));
    }

    @Override
    public PaddedCollator value(Bytes value) {
        return with(new Padding.Text(Argument.present(value, "value")));
    }

    @Override
    public PaddedCollator value(DenseTensor value) {
        Argument.present(value, "value");
        if (value.shape().rank() != 0) {
            throw new IllegalArgumentException("a padding value must be a scalar: " + value);
        }
        return with(new Padding.Typed(value));
    }

    @Override
    public boolean pads() {
        return true;
    }

    @Override
    public DensePaddedCollator filledUp(ElementSpec spec, int size) {
        return new DensePaddedCollator(target(spec), padding, size);
    }

    @Override
    public DenseTensor collate(List<?> elements) {
        List<Tensor> tensors = ElementTensors.of(ElementTensors.checked(elements));
        DType dtype = tensors.get(0).dtype();
        int[] dims = dims(tensors, dtype);
        long size = tensors.size();
        for (int dim : dims) {
            size = Math.multiplyExact(size, (long) dim);
        }
        ValuesBuilder builder = ValuesBuilder.of(dtype, size, padding);
        for (Tensor tensor : tensors) {
            new Filling(((DenseTensor) tensor).shape(), dims, tensor.values(), builder).fill();
        }
        return DenseTensor.of(Shape.of(dims).prepend(tensors.size()), builder.filled());
    }

    private int[] dims(List<Tensor> tensors, DType dtype) {
        int rank = TensorCollator.shape(tensors.get(0), 0, dtype).rank();
        int[] dims = new int[rank];
        for (int i = 0; i < tensors.size(); i++) {
            Shape element = TensorCollator.shape(tensors.get(i), i, dtype);
            if (element.rank() != rank || (target.hasRank() && target.rank() != rank)) {
                throw new ShapeMismatchException(
                        i,
                        "cannot pad element " + i + " of shape " + element + " to "
                                + (target.hasRank()
                                        ? target.toString()
                                        : rank + " dimensions, as in the first element"));
            }
            for (int d = 0; d < rank; d++) {
                int wanted = target.dim(d) == PartialShape.UNKNOWN_SIZE ? unknownSize : target.dim(d);
                if (wanted != PartialShape.UNKNOWN_SIZE && element.dim(d) > wanted) {
                    throw new ShapeMismatchException(
                            i,
                            "cannot pad element " + i + " of shape " + element + " to size " + wanted + " in dimension "
                                    + d);
                }
                dims[d] = Math.max(Math.max(dims[d], element.dim(d)), wanted);
            }
        }
        return dims;
    }

    @Override
    public Collator<Object, DenseTensor> forElements(ElementSpec spec) {
        return target.hasRank() ? this : new DensePaddedCollator(target(spec), padding, unknownSize);
    }

    private PartialShape target(ElementSpec spec) {
        return target.hasRank() || !(spec instanceof ElementSpec.Dense dense) ? target : dense.shape();
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        if (element instanceof ElementSpec.Dense dense) {
            checkFits(dense);
            return new ElementSpec.Dense(dense.dtype(), OuterDimension.added(target(element), size));
        }
        if (element instanceof ElementSpec.Unknown) {
            return element;
        }
        throw new IllegalArgumentException("only dense tensors can be padded, not " + element
                + "; use Collator.pairs or Collator.maps for tensors in pairs or maps");
    }

    private void checkFits(ElementSpec.Dense spec) {
        padding.bytes(spec.dtype());
        PartialShape known = spec.shape();
        if (!target.hasRank() || !known.hasRank()) {
            return;
        }
        boolean fits = known.rank() == target.rank();
        for (int i = 0; fits && i < known.rank(); i++) {
            fits = target.dim(i) == PartialShape.UNKNOWN_SIZE || known.dim(i) <= target.dim(i);
        }
        if (!fits) {
            throw new IllegalArgumentException("elements of shape " + known + " cannot be padded to " + target);
        }
    }

    @Override
    public String describe() {
        return "padded" + (target.hasRank() ? " to " + target : "")
                + (padding instanceof Padding.Zero ? "" : " with " + padding.value());
    }

    @Override
    public String toString() {
        return describe();
    }

    /** Copies one tensor and its padding into the builder. */
    private record Filling(Shape shape, int[] dims, Values values, ValuesBuilder builder) {

        void fill() {
            if (Arrays.equals(shape.toArray(), dims)) {
                builder.copy(values);
            } else {
                fill(0, 0, (int) shape.elements());
            }
        }

        /**
         * Copies a part of the tensor with its padding: {@code size} elements, from element {@code from}, in dimension
         * {@code d}.
         */
        private void fill(int d, int from, int size) {
            int own = shape.dim(d);
            if (d == dims.length - 1) {
                builder.copy(values, from, own);
                builder.pad(dims[d] - own);
                return;
            }
            int part = own == 0 ? 0 : size / own;
            for (int i = 0; i < own; i++) {
                fill(d + 1, from + i * part, part);
            }
            int rest = dims[d] - own;
            for (int i = d + 1; i < dims.length; i++) {
                rest *= dims[i];
            }
            builder.pad(rest);
        }
    }
}

package dev.riffle.parse.internal;

import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/** Creates the tensor of a FixedLen feature from a column, without a change of the values. */
public final class FixedOutput implements TensorOutput {

    private final KeyColumn column;
    private final Shape shape;
    private @Nullable DenseTensor last;

    public FixedOutput(KeyColumn column, Shape shape) {
        this.column = column;
        this.shape = shape;
    }

    @Override
    public Tensor ofBatch(int rows) {
        Values values = column.values();
        DenseTensor present = last;
        if (present == null || present.values() != values || present.shape().dim(0) != rows) {
            present = new DenseTensor(shape.prepend(rows), values);
            last = present;
        }
        return present;
    }

    @Override
    public Tensor ofSingle() {
        return new DenseTensor(shape, column.values());
    }

    @Override
    public void release() {
        last = null;
    }
}

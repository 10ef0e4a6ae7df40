package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;

/**
 * Creates the tensor of a VarLen feature list. The index of a value consists of its row, its step, and its position in
 * the step.
 */
public final class ListVarLenOutput implements TensorOutput {

    private final ListColumn column;
    private final VaryingColumn steps;
    private final Block empty;
    private Block indices;

    public ListVarLenOutput(ListColumn column, Block empty) {
        this.column = column;
        this.steps = (VaryingColumn) column.steps;
        this.empty = empty;
        this.indices = empty.another();
    }

    @Override
    public Tensor ofBatch(int rows) {
        Values values = steps.values();
        indices.reserve(3L * Long.BYTES * values.size());
        int mostSteps = 0;
        int mostValues = 0;
        int at = 0;
        int end = 0;
        int next = 0;
        for (int row = 0; row < rows; row++) {
            int begin = end;
            end = column.begin(row + 1);
            mostSteps = Math.max(mostSteps, end - begin);
            for (int step = begin; step < end; step++) {
                int first = next;
                next = steps.firstValue(step + 1);
                int count = next - first;
                mostValues = Math.max(mostValues, count);
                for (int i = 0; i < count; i++, at += 3 * Long.BYTES) {
                    indices.putLong(at, row);
                    indices.putLong(at + Long.BYTES, step - begin);
                    indices.putLong(at + 2 * Long.BYTES, i);
                }
            }
        }
        return new SparseTensor(
                Values.wrap(DType.INT64, 3 * values.size(), indices.view()),
                values,
                Shape.of(rows, mostSteps, mostValues));
    }

    /** Returns the tensor of a single row. The steps are the rows of this tensor. */
    @Override
    public Tensor ofSingle() {
        return VarLenOutput.of(steps, column.stepCount, indices);
    }

    @Override
    public void release() {
        indices = empty.another();
    }
}

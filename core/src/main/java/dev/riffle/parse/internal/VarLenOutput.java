package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * Creates the tensor of a VarLen feature or feature list. The index of a value consists of its row, its step in a list,
 * and its position in the row or step.
 */
public final class VarLenOutput implements TensorOutput {

    /** The lists whose steps have the values, or null for a feature. */
    private final @Nullable ListColumn lists;

    private final VaryingColumn column;
    private final Block empty;
    private Block indices;

    public VarLenOutput(KeyColumn source, Block empty) {
        this.lists = source instanceof ListColumn list ? list : null;
        this.column = (VaryingColumn) (lists == null ? source : lists.steps);
        this.empty = empty;
        this.indices = empty.another();
    }

    @Override
    public Tensor ofBatch(int rows) {
        return lists == null ? ofRows(rows) : ofLists(lists, rows);
    }

    private Tensor ofRows(int rows) {
        Values values = column.values();
        indices.reserve(2L * Long.BYTES * values.size());
        int longest = 0;
        int at = 0;
        int next = 0;
        for (int row = 0; row < rows; row++) {
            int first = next;
            next = column.firstValue(row + 1);
            int count = next - first;
            longest = Math.max(longest, count);
            for (int i = 0; i < count; i++, at += 2 * Long.BYTES) {
                indices.putLong(at, row);
                indices.putLong(at + Long.BYTES, i);
            }
        }
        return new SparseTensor(
                Values.wrap(DType.INT64, 2 * values.size(), indices.view()), values, Shape.of(rows, longest));
    }

    private Tensor ofLists(ListColumn lists, int rows) {
        Values values = column.values();
        indices.reserve(3L * Long.BYTES * values.size());
        int mostSteps = 0;
        int mostValues = 0;
        int at = 0;
        int end = 0;
        int next = 0;
        for (int row = 0; row < rows; row++) {
            int begin = end;
            end = lists.begin(row + 1);
            mostSteps = Math.max(mostSteps, end - begin);
            for (int step = begin; step < end; step++) {
                int first = next;
                next = column.firstValue(step + 1);
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

    /** Returns the tensor of a single row. The steps of a list are the rows of this tensor. */
    @Override
    public Tensor ofSingle() {
        if (lists != null) {
            return ofRows(lists.stepCount);
        }
        Values values = column.values();
        indices.reserve((long) Long.BYTES * values.size());
        for (int i = 0; i < values.size(); i++) {
            indices.putLong(i * Long.BYTES, i);
        }
        return new SparseTensor(
                Values.wrap(DType.INT64, values.size(), indices.view()), values, Shape.of(values.size()));
    }

    @Override
    public void release() {
        indices = empty.another();
    }
}

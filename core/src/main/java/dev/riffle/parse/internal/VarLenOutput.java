package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;

/** Creates the tensor of a VarLen feature. The index of a value consists of its row and its position in the row. */
public final class VarLenOutput implements TensorOutput {

    private final VaryingColumn column;
    private final Block empty;
    private Block indices;

    public VarLenOutput(VaryingColumn column, Block empty) {
        this.column = column;
        this.empty = empty;
        this.indices = empty.another();
    }

    @Override
    public Tensor ofBatch(int rows) {
        return of(column, rows, indices);
    }

    /** Returns the sparse tensor of a column. Writes the row and the position of each value to {@code indices}. */
    static Tensor of(VaryingColumn column, int rows, Block indices) {
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

    @Override
    public Tensor ofSingle() {
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

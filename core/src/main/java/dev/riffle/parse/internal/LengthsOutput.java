package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;

/** Creates the tensor with the number of steps of each list of one key. */
public final class LengthsOutput {

    private final ListColumn column;
    private final Block empty;
    private Block lengths;

    public LengthsOutput(ListColumn column, Block empty) {
        this.column = column;
        this.empty = empty;
        this.lengths = empty.another();
    }

    public DenseTensor ofBatch(int rows) {
        lengths.reserve((long) rows * Long.BYTES);
        for (int row = 0; row < rows; row++) {
            lengths.putLong(row * Long.BYTES, column.begin(row + 1) - column.begin(row));
        }
        return new DenseTensor(Shape.of(rows), Values.wrap(DType.INT64, rows, lengths.view()));
    }

    public void release() {
        lengths = empty.another();
    }
}

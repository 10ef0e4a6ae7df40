package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/** The end of each row, as an index of values or steps. A row begins at the end of the row before it. */
final class RowEnds {

    private Block ends;
    private @Nullable Values lastSplits;
    private int lastCapacity;

    RowEnds(Block empty) {
        this.ends = empty.another();
    }

    /** Releases the memory. This memory then belongs to the tensors. */
    void release() {
        ends = ends.another();
        lastSplits = null;
    }

    /** Returns the index at which a row begins. */
    int begin(int row) {
        return row == 0 ? 0 : ends.getInt(row * Integer.BYTES);
    }

    void end(int row, int index) {
        ends.reserve((row + 2L) * Integer.BYTES);
        ends.putInt((row + 1) * Integer.BYTES, index);
    }

    /** Appends the first {@code rows} rows of another column, after {@code before} rows that end at {@code index}. */
    void append(int before, int index, RowEnds others, int rows) {
        ends.reserve((before + rows + 1L) * Integer.BYTES);
        for (int i = 1; i <= rows; i++) {
            ends.putInt((before + i) * Integer.BYTES, index + others.ends.getInt(i * Integer.BYTES));
        }
    }

    /**
     * Returns the beginnings of rows and the end of the last row, as INT32 in the current memory. Returns the same
     * object until the memory or the number of rows changes.
     */
    Values splits(int rows) {
        ends.reserve(Integer.BYTES);
        ends.putInt(0, 0);
        Values present = lastSplits;
        if (present == null || present.size() != rows + 1 || lastCapacity != ends.capacity()) {
            present = Values.wrap(DType.INT32, rows + 1, ends.view());
            lastSplits = present;
            lastCapacity = ends.capacity();
        }
        return present;
    }
}

package dev.riffle.parse.oneflow;

import dev.riffle.tensor.Values;

/** Collects the ends of rows of different lengths. */
final class RowEnds {

    private final long[] splits;
    private int rows;

    RowEnds(int rows) {
        this.splits = new long[rows + 1];
    }

    /** Adds the end of a row, before this index. */
    void add(int end) {
        splits[++rows] = end;
    }

    Values values() {
        return Values.ofLongs(splits);
    }
}

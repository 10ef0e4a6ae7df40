package dev.riffle.parse.oneflow;

import dev.riffle.tensor.Values;

/** Where rows of different lengths end, as they are found one by one. */
final class RowEnds {

    private final long[] splits;
    private int rows;

    RowEnds(int rows) {
        this.splits = new long[rows + 1];
    }

    /** A row ends before this index. */
    void add(int end) {
        splits[++rows] = end;
    }

    Values values() {
        return Values.ofLongs(splits);
    }
}

package dev.riffle.parse.internal;

import dev.riffle.tensor.Values;

/**
 * The values of one key in rows. Each Example, or each step of a feature list, has one row.
 *
 * @param values all values, one row after the other
 * @param splits INT32: element i is the first value of row i, and element i + 1 is the end of its values
 */
public record ValueRows(Values values, Values splits) {

    public int rows() {
        return splits.size() - 1;
    }

    public int begin(int row) {
        return splits.intAt(row);
    }

    public int end(int row) {
        return splits.intAt(row + 1);
    }
}

package dev.riffle.tensor;

import dev.riffle.example.FeatureException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One level of a ragged tensor. Row i has the entries from split i (inclusive) to split i + 1 (exclusive). The methods
 * check the splits that they read.
 *
 * @param splits INT32 or INT64; should begin with 0, never decrease, and end with the number of entries
 * @param entries the number of entries of all rows
 */
record RowSplits(Values splits, int entries) {

    private static final String NO_SPLITS = "row splits are empty";

    int rows() {
        return rows(splits);
    }

    static int rows(Values splits) {
        return Math.max(0, splits.size() - 1);
    }

    private long split(int index) {
        return splits.dtype() == DType.INT64 ? splits.longAt(index) : splits.intAt(index);
    }

    /**
     * Returns the first entry of the rows from {@code fromRow} to {@code toRow}. Throws {@link FeatureException}
     * if the splits of these rows are invalid.
     */
    int begin(int fromRow, int toRow) {
        check(fromRow, toRow);
        return (int) split(fromRow);
    }

    /** Returns the end of the entries of the rows from {@code fromRow} to {@code toRow}. */
    int end(int fromRow, int toRow) {
        check(fromRow, toRow);
        return (int) split(toRow);
    }

    private void check(int fromRow, int toRow) {
        if (splits.size() == 0) {
            throw invalid(NO_SPLITS);
        }
        long begin = split(fromRow);
        long end = split(toRow);
        if (begin < 0 || begin > end || end > entries) {
            throw invalid("row splits are invalid: splits " + fromRow + " and " + toRow + " are " + begin + " and "
                    + end + ", for " + entries + " entries");
        }
    }

    private static FeatureException invalid(String problem) {
        return new FeatureException(FeatureException.Reason.OTHER_VALUE, null, problem);
    }

    /** Returns a description of the first invalid split, or null if all splits are valid. */
    @Nullable
    String mismatch() {
        if (splits.size() == 0) {
            return NO_SPLITS;
        }
        if (split(0) != 0) {
            return "row splits must begin with 0: " + split(0);
        }
        for (int row = 0; row < rows(); row++) {
            if (split(row) > split(row + 1)) {
                return "row splits decrease from " + split(row) + " to " + split(row + 1) + " in row " + row;
            }
        }
        long last = split(rows());
        return last == entries
                ? null
                : "row splits end with " + last + ", expected " + entries + ", the number of entries";
    }

    /** Returns the number of entries of the longest row, or 0 without rows. The splits must be valid. */
    int longest() {
        long longest = 0;
        for (int row = 0; row < rows(); row++) {
            longest = Math.max(longest, split(row + 1) - split(row));
        }
        return (int) longest;
    }

    /** Returns the splits of the rows from {@code fromRow} to {@code toRow}, shifted to begin with 0. */
    Values rebased(int fromRow, int toRow) {
        long[] rebased = new long[toRow - fromRow + 1];
        for (int i = 0; i < rebased.length; i++) {
            rebased[i] = split(fromRow + i) - split(fromRow);
        }
        return splits.dtype() == DType.INT64
                ? Values.ofLongs(rebased)
                : Values.ofInts(
                        Arrays.stream(rebased).mapToInt(split -> (int) split).toArray());
    }
}

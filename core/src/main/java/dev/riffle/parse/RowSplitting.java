package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Validation;
import dev.riffle.tensor.DType;

/**
 * Creates row splits from the numbers of a partition, like TensorFlow. The class computes in the type of the splits, so
 * numbers wrap. It checks the numbers only if validation is on.
 *
 * <p>Source of the rules: {@code tensorflow/python/ops/ragged/row_partition.py}.
 */
final class RowSplitting {

    /** A fault in the numbers, with the position of the wrong number. */
    static final class Mismatch extends Exception {

        private static final long serialVersionUID = 1L;

        final int at;
        final String expected;
        final String found;

        Mismatch(int at, String expected, String found) {
            super(null, null, false, false);
            this.at = at;
            this.expected = expected;
            this.found = found;
        }
    }

    private final boolean narrow;
    private final boolean validated;

    RowSplitting(DType splitsType, Validation validation) {
        this.narrow = splitsType == DType.INT32;
        this.validated = validation == Validation.ON;
    }

    /** Converts a number to the type of the splits. */
    long cast(long number) {
        return narrow ? (int) number : number;
    }

    /** Returns the splits of the record, including the first split. */
    long[] ofSplits(long[] splits) throws Mismatch {
        if (validated) {
            if (splits.length == 0) {
                throw new Mismatch(0, "at least one row split", "none");
            }
            checkZero(splits);
            checkAscending(splits, "row splits");
        }
        return splits;
    }

    long[] ofLimits(long[] limits) throws Mismatch {
        if (validated) {
            checkFirstNotNegative(limits, "row limits");
            checkAscending(limits, "row limits");
        }
        long[] splits = new long[limits.length + 1];
        System.arraycopy(limits, 0, splits, 1, limits.length);
        return splits;
    }

    long[] ofStarts(long[] starts, int values) throws Mismatch {
        if (validated) {
            checkZero(starts);
            checkAscending(starts, "row starts");
            if (starts.length > 0 && starts[starts.length - 1] > values) {
                throw new Mismatch(starts.length - 1, "row starts up to " + values, "" + starts[starts.length - 1]);
            }
        }
        long[] splits = new long[starts.length + 1];
        System.arraycopy(starts, 0, splits, 0, starts.length);
        splits[starts.length] = values;
        return splits;
    }

    long[] ofLengths(long[] lengths) throws Mismatch {
        long[] splits = new long[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            if (validated && lengths[i] < 0) {
                throw new Mismatch(i, "row lengths of at least 0", "" + lengths[i]);
            }
            splits[i + 1] = cast(splits[i] + lengths[i]);
        }
        return splits;
    }

    /**
     * Returns the splits for row ids. The number of rows is the last id plus 1. Throws an exception if this number
     * exceeds {@code most}, which limits the memory. Values with an id above the last id are in no row, as in
     * TensorFlow.
     */
    long[] ofRowIds(long[] ids, long most) throws Mismatch {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0) {
                throw new Mismatch(i, "row ids of at least 0", "" + ids[i]);
            }
        }
        if (validated) {
            checkAscending(ids, "row ids");
        }
        long last = ids.length == 0 ? -1 : ids[ids.length - 1];
        if (last >= most) {
            throw new Mismatch(ids.length - 1, "row ids below " + most + " for " + ids.length + " values", "" + last);
        }
        long[] splits = new long[(int) last + 2];
        for (long id : ids) {
            if (id <= last) {
                splits[(int) id + 1]++;
            }
        }
        for (int i = 1; i < splits.length; i++) {
            splits[i] += splits[i - 1];
        }
        return splits;
    }

    long[] ofUniform(int length, int values) throws Mismatch {
        int rows = values / length;
        if (validated && values % length != 0) {
            throw new Mismatch(0, "a multiple of " + length + " rows", "" + values);
        }
        long[] splits = new long[rows + 1];
        for (int i = 1; i <= rows; i++) {
            splits[i] = (long) i * length;
        }
        return splits;
    }

    private static void checkZero(long[] numbers) throws Mismatch {
        if (numbers.length > 0 && numbers[0] != 0) {
            throw new Mismatch(0, "a first row that begins at 0", "" + numbers[0]);
        }
    }

    private static void checkFirstNotNegative(long[] numbers, String name) throws Mismatch {
        if (numbers.length > 0 && numbers[0] < 0) {
            throw new Mismatch(0, name + " of at least 0", "" + numbers[0]);
        }
    }

    private static void checkAscending(long[] numbers, String name) throws Mismatch {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i] < numbers[i - 1]) {
                throw new Mismatch(i, name + " that do not decrease", numbers[i] + " after " + numbers[i - 1]);
            }
        }
    }
}

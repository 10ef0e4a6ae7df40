package dev.riffle.parse;

import dev.riffle.parse.RowSplitting.Mismatch;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.StepRows;
import dev.riffle.tensor.Values;
import java.util.Arrays;

/**
 * The numbers of one partition, in the type of the row splits.
 *
 * @param key the feature that the partition divides
 * @param partition the source of the numbers
 * @param rows the numbers in rows, in the order of the records
 * @param valueSplits the beginnings of the rows of the divided values
 * @param all the numbers, one row after the other
 * @param rowSplits the beginnings of the rows of the numbers
 */
record PartitionNumbers(
        String key, Partition partition, StepRows rows, long[] valueSplits, long[] all, int[] rowSplits) {

    static final String REMEDY = "parse the values as VarLen, or correct the partition in the spec or the data";

    static PartitionNumbers of(
            String key, Partition partition, StepRows rows, long[] valueSplits, RowSplitting splitting) {
        Values values = rows.steps().values();
        long[] all = new long[values.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = splitting.cast(values.longAt(i));
        }
        int[] rowSplits = rows.steps().splits().toInts();
        return new PartitionNumbers(key, partition, rows, valueSplits, all, rowSplits);
    }

    private static String wireKey(Partition partition) {
        return SpecRoles.key(partition).orElseThrow();
    }

    /** Returns the numbers without the first number of each row: the row limits of row splits. */
    PartitionNumbers withoutFirsts() {
        long[] rest = new long[all.length];
        int[] restSplits = new int[rowSplits.length];
        int size = 0;
        for (int row = 0; row + 1 < rowSplits.length; row++) {
            int count = Math.max(0, rowSplits[row + 1] - rowSplits[row] - 1);
            System.arraycopy(all, rowSplits[row + 1] - count, rest, size, count);
            size += count;
            restSplits[row + 1] = size;
        }
        return new PartitionNumbers(key, partition, rows, valueSplits, Arrays.copyOf(rest, size), restSplits);
    }

    /** Returns the sums of each number and the offset of its row. */
    long[] shiftedBy(long[] offsets, RowSplitting splitting) {
        long[] shifted = new long[all.length];
        for (int row = 0; row + 1 < rowSplits.length; row++) {
            for (int i = rowSplits[row]; i < rowSplits[row + 1]; i++) {
                shifted[i] = splitting.cast(all[i] + offsets[row]);
            }
        }
        return shifted;
    }

    /** Returns whether the numbers of a row divide this number of values completely. */
    boolean fits(int row, long values) {
        PartitionKind kind = PartitionKind.of(partition);
        int from = rowSplits[row];
        int to = rowSplits[row + 1];
        long last = 0;
        for (int i = from; i < to; i++) {
            long number = kind == PartitionKind.ROW_LENGTHS ? last + all[i] : all[i];
            if (number < last) {
                return false;
            }
            last = number;
        }
        return switch (kind) {
            case ROW_SPLITS -> last == values && (from == to || all[from] == 0);
            case ROW_LENGTHS, ROW_LIMITS -> last == values;
            case ROW_STARTS -> from == to ? values == 0 : last <= values && all[from] == 0;
            case VALUE_ROW_IDS -> to - from == values;
        };
    }

    /**
     * Checks that the last row ends after the last value.
     *
     * @throws ExampleParseException if the last row ends at another position
     */
    void checkEnd(long[] splits, int[] newOuter, int values) {
        long end = splits[splits.length - 1];
        if (end != values) {
            int row = 0;
            int last = Math.min(newOuter.length, valueSplits.length) - 2;
            while (row < last && splits[newOuter[row + 1]] == valueSplits[row + 1]) {
                row++;
            }
            throw fault(rows.recordOf(row), "a last row that ends at " + values + ", the number of values,", "" + end);
        }
    }

    /**
     * Checks that the partition has one number for each value.
     *
     * @throws ExampleParseException if the counts differ
     */
    void checkCount(int values) {
        if (all.length != values) {
            int row = 0;
            int last = Math.min(rowSplits.length, valueSplits.length) - 2;
            while (row < last && rowSplits[row + 1] == valueSplits[row + 1]) {
                row++;
            }
            throw fault(
                    rows.recordOf(row),
                    values + (values == 1 ? " row id" : " row ids") + ", one for each value",
                    "" + all.length);
        }
    }

    ExampleParseException fault(Mismatch mismatch) {
        int row = 0;
        while (row + 2 < rowSplits.length && rowSplits[row + 1] <= mismatch.at) {
            row++;
        }
        return fault(rows.recordOf(row), mismatch.expected, mismatch.found);
    }

    ExampleParseException fault(int record, String expected, String found) {
        String suffix = " in \"" + wireKey(partition) + "\"";
        return new ExampleParseException(new ParseFault(key, expected + suffix, found, REMEDY), record, null, null);
    }
}

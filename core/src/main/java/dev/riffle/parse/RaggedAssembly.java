package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Validation;
import dev.riffle.parse.RowSplitting.Mismatch;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RaggedRows;
import dev.riffle.parse.internal.StepRows;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/**
 * Creates the tensor of a ragged feature from the rows of its value key and of the keys of its partitions. The class
 * first applies the last partition, which divides the values, and applies the first partition last. The numbers of a
 * partition are relative to their row. In a batch, the class adds the beginning of the row. The numbers alone never
 * determine the size of allocated memory.
 *
 * <p>Source of the rules: {@code tensorflow/python/ops/parsing_config.py}.
 */
final class RaggedAssembly {

    /** The number of rows that row ids can request without values. Real files need far fewer rows. */
    private static final int FREE_ROWS = 1 << 20;

    /** The number of additional rows that row ids can request for each value. */
    private static final int ROWS_PER_VALUE = 64;

    private static final int MOST_ROWS = 1 << 28;

    private final String key;
    private final Ragged spec;
    private final Function<String, StepRows> rowsOf;
    private final boolean inLists;
    private final RowSplitting splitting;
    private final StepRows valueRows;
    private final RaggedRows result;

    /** Receives the records whose partitions do not fit the values. */
    private final BitSet inconsistent;

    /**
     * The beginning of each record, or of each step of all records, in the outermost dimension of the current result.
     */
    private long[] outer;

    private RaggedAssembly(
            String key, Ragged spec, Function<String, StepRows> rowsOf, boolean inLists, BitSet inconsistent) {
        this.key = key;
        this.spec = spec;
        this.rowsOf = rowsOf;
        this.inLists = inLists;
        this.inconsistent = inconsistent;
        this.splitting = new RowSplitting(spec.rowSplitsDType(), spec.validation());
        this.valueRows = rowsOf.apply(spec.valueKey().orElse(key));
        this.result = new RaggedRows(valueRows.steps().values());
        this.outer = longs(valueRows.steps().splits().toInts());
    }

    /**
     * Returns the tensor of a batch of Examples, or of the contexts of SequenceExamples. The records are the first
     * dimension.
     *
     * @param rowsOf returns the values of a key on the wire, with one row for each record
     * @param inconsistent receives the records whose partitions do not fit the values
     * @throws ExampleParseException if the partitions do not fit
     */
    static Tensor ofBatch(String key, Ragged spec, Function<String, ValueRows> rowsOf, BitSet inconsistent) {
        return new RaggedAssembly(key, spec, withoutRecords(rowsOf), false, inconsistent).batch();
    }

    /**
     * Returns the tensor of a single Example or context. The tensor is dense if all partitions are uniform, or if the
     * spec has no partitions.
     *
     * @param rowsOf returns the values of a key on the wire, in one row
     * @param inconsistent receives record 0 if its partitions do not fit the values
     * @throws ExampleParseException if the partitions do not fit
     */
    static Tensor ofSingle(String key, Ragged spec, Function<String, ValueRows> rowsOf, BitSet inconsistent) {
        return new RaggedAssembly(key, spec, withoutRecords(rowsOf), false, inconsistent).single();
    }

    /**
     * Returns the tensor of feature lists of a batch. The dimensions are records, steps, and the result of the
     * partitions for the values of a step.
     *
     * @param rowsOf returns the values of a key on the wire, in the steps of its list
     * @param inconsistent receives the records whose partitions do not fit the values
     * @throws ExampleParseException if the partitions do not fit
     */
    static Tensor ofLists(String key, Ragged spec, Function<String, StepRows> rowsOf, BitSet inconsistent) {
        return new RaggedAssembly(key, spec, rowsOf, true, inconsistent).batch();
    }

    /**
     * Returns the tensor of the feature list of a single SequenceExample. The steps are the first dimension.
     *
     * @param rowsOf returns the values of a key on the wire, with one row for each step
     * @param inconsistent receives record 0 if its partitions do not fit the values
     * @throws ExampleParseException if the partitions do not fit
     */
    static Tensor ofSingleList(String key, Ragged spec, Function<String, ValueRows> rowsOf, BitSet inconsistent) {
        return new RaggedAssembly(key, spec, name -> inOneRecord(rowsOf.apply(name)), false, inconsistent).batch();
    }

    private static Function<String, StepRows> withoutRecords(Function<String, ValueRows> rowsOf) {
        return name -> {
            ValueRows rows = rowsOf.apply(name);
            int[] each = new int[rows.rows() + 1];
            Arrays.setAll(each, i -> i);
            return new StepRows(rows, Values.ofInts(each));
        };
    }

    private static StepRows inOneRecord(ValueRows steps) {
        return new StepRows(steps, Values.ofInts(0, steps.rows()));
    }

    private Tensor batch() {
        List<Partition> partitions = spec.partitions();
        for (int i = partitions.size() - 1; i >= 0; i--) {
            if (partitions.get(i) instanceof Partition.UniformRowLength uniform) {
                cutUniform(uniform.length());
                for (int j = 0; j < outer.length; j++) {
                    outer[j] = Math.floorDiv(outer[j], (long) uniform.length());
                }
            } else {
                cutRows(partitions.get(i));
            }
        }
        result.cut(outer);
        if (inLists) {
            result.cut(longs(valueRows.recordSplits().toInts()));
        }
        return result.tensor(spec.rowSplitsDType());
    }

    private Tensor single() {
        List<Partition> partitions = spec.partitions();
        for (int i = partitions.size() - 1; i >= 0; i--) {
            if (result.rows() < 0) {
                throw fault(0, "row splits inside \"" + partitions.get(i) + "\"", "none");
            }
            if (partitions.get(i) instanceof Partition.UniformRowLength uniform) {
                cutUniform(uniform.length());
            } else {
                cutRow(partitions.get(i));
            }
            outer = new long[] {0, result.rows()};
        }
        return result.tensor(spec.rowSplitsDType());
    }

    private void cutUniform(int length) {
        int rows = result.rows();
        int uneven = markUneven(length);
        if (result.isDense()) {
            if (rows % length != 0) {
                throw fault(uneven, "a multiple of " + length + " values", "" + rows);
            }
            result.cutEvenly(length);
            return;
        }
        try {
            result.cut(splitting.ofUniform(length, rows));
        } catch (Mismatch mismatch) {
            throw fault(uneven, mismatch.expected, mismatch.found);
        }
    }

    /**
     * Marks the records whose values a uniform length does not divide. Returns the first of them, or 0. The result has
     * fewer steps than the values if an inner partition has fewer.
     */
    private int markUneven(int length) {
        Values records = valueRows.recordSplits();
        int first = -1;
        for (int record = 0; record + 1 < records.size(); record++) {
            for (int row = records.intAt(record); row < records.intAt(record + 1); row++) {
                if (row + 1 >= outer.length || (outer[row + 1] - outer[row]) % length != 0) {
                    inconsistent.set(record);
                    first = first < 0 ? record : first;
                }
            }
        }
        return Math.max(0, first);
    }

    /** Marks the records whose values a partition does not divide completely. */
    private void markMisfits(PartitionNumbers numbers) {
        Values records = valueRows.recordSplits();
        Values others = numbers.rows().recordSplits();
        for (int record = 0; record + 1 < records.size(); record++) {
            int from = records.intAt(record);
            int to = records.intAt(record + 1);
            int other = others.intAt(record);
            boolean fits = others.intAt(record + 1) - other == to - from;
            for (int row = from; fits && row < to; row++) {
                fits = row + 1 < outer.length && numbers.fits(other + row - from, outer[row + 1] - outer[row]);
            }
            if (!fits) {
                inconsistent.set(record);
            }
        }
    }

    private void cutRow(Partition partition) {
        PartitionNumbers numbers = numbers(partition);
        markMisfits(numbers);
        long[] all = numbers.all();
        int values = result.rows();
        try {
            long[] splits = switch (PartitionKind.of(partition)) {
                case ROW_SPLITS -> splitting.ofSplits(all);
                case ROW_LENGTHS -> splitting.ofLengths(all);
                case ROW_STARTS -> splitting.ofStarts(all, values);
                case ROW_LIMITS -> splitting.ofLimits(all);
                case VALUE_ROW_IDS -> ofRowIds(numbers, values);
            };
            if (spec.validation() == Validation.ON) {
                numbers.checkEnd(splits, new int[] {0, splits.length - 1}, values);
            }
            result.cut(splits);
        } catch (Mismatch mismatch) {
            throw numbers.fault(mismatch);
        }
    }

    private long[] ofRowIds(PartitionNumbers numbers, int values) throws Mismatch {
        numbers.checkCount(values);
        return splitting.ofRowIds(numbers.all(), mostRows(values));
    }

    private void cutRows(Partition partition) {
        PartitionKind kind = PartitionKind.of(partition);
        PartitionNumbers written = numbers(partition);
        markMisfits(written);
        PartitionNumbers numbers = kind == PartitionKind.ROW_SPLITS ? written.withoutFirsts() : written;
        checkAlignment(numbers, kind != PartitionKind.ROW_LENGTHS && kind != PartitionKind.VALUE_ROW_IDS);
        int values = result.rows();
        try {
            int[] inner = kind == PartitionKind.VALUE_ROW_IDS ? rowsOfIds(numbers, values) : numbers.rowSplits();
            long[] splits = switch (kind) {
                case ROW_SPLITS, ROW_LIMITS -> splitting.ofLimits(numbers.shiftedBy(outer, splitting));
                case ROW_STARTS -> splitting.ofStarts(numbers.shiftedBy(outer, splitting), values);
                case ROW_LENGTHS -> splitting.ofLengths(numbers.all());
                case VALUE_ROW_IDS ->
                    splitting.ofRowIds(numbers.shiftedBy(longs(inner), splitting), inner[inner.length - 1]);
            };
            if (spec.validation() == Validation.ON) {
                numbers.checkEnd(splits, inner, values);
            }
            result.cut(splits);
            outer = longs(inner);
        } catch (Mismatch mismatch) {
            throw numbers.fault(mismatch);
        }
    }

    /**
     * Checks that numbers and values have matching steps. Shifted numbers need the steps of the divided values, but a
     * single step without numbers matches any steps. Validated numbers need equal steps in each record.
     */
    private void checkAlignment(PartitionNumbers numbers, boolean shifted) {
        int steps = numbers.rowSplits().length - 1;
        boolean fits = !shifted || steps == outer.length - 1 || (steps == 1 && numbers.all().length == 0);
        Values expected = valueRows.recordSplits();
        Values found = numbers.rows().recordSplits();
        int record = 0;
        while (record + 2 < expected.size() && expected.intAt(record + 1) == found.intAt(record + 1)) {
            record++;
        }
        boolean aligned = expected.equals(found) || !inLists || spec.validation() == Validation.OFF;
        if (!fits || !aligned) {
            throw numbers.fault(
                    record,
                    (expected.intAt(record + 1) - expected.intAt(record)) + " steps (as many as the values)",
                    "" + (found.intAt(record + 1) - found.intAt(record)));
        }
    }

    /** Returns the numbers of rows that the row ids request, as splits over the rows of ids. */
    private int[] rowsOfIds(PartitionNumbers numbers, int values) throws Mismatch {
        numbers.checkCount(values);
        int[] rowSplits = numbers.rowSplits();
        int[] newOuter = new int[rowSplits.length];
        for (int row = 0; row + 1 < rowSplits.length; row++) {
            long count = 0;
            for (int i = rowSplits[row]; i < rowSplits[row + 1]; i++) {
                count = Math.max(count, splitting.cast(numbers.all()[i] + 1));
            }
            long most = mostRows(numbers.all().length) - newOuter[row];
            if (count > most) {
                throw new Mismatch(
                        rowSplits[row],
                        "row ids below " + most + " for " + numbers.all().length + " values",
                        "" + (count - 1));
            }
            newOuter[row + 1] = newOuter[row] + (int) count;
        }
        return newOuter;
    }

    private static long mostRows(int values) {
        return Math.min(MOST_ROWS, FREE_ROWS + (long) ROWS_PER_VALUE * values);
    }

    private PartitionNumbers numbers(Partition partition) {
        return PartitionNumbers.of(
                key, partition, rowsOf.apply(SpecRoles.key(partition).orElseThrow()), outer, splitting);
    }

    private ExampleParseException fault(int record, String expected, String found) {
        return new ExampleParseException(
                new ParseFault(key, expected, found, PartitionNumbers.REMEDY), record, null, null);
    }

    private static long[] longs(int[] splits) {
        long[] copy = new long[splits.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = splits[i];
        }
        return copy;
    }
}

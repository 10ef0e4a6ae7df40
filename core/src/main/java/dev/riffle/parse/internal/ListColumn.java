package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;

/** The feature lists of one key in the rows of a batch: a column of steps, and the splits of steps into rows. */
public final class ListColumn {

    final ColumnPlan plan;

    /** Whether rows can lack the list. */
    final ListPlan.Presence presence;

    /** The steps of all rows, in the order of the rows. */
    public final Column steps;

    /** The number of steps, including those of the current row. */
    int stepCount;

    private MissingRows missingRows = new MissingRows();

    /** The last row that has the list. */
    int lastRow = -1;

    /** The first step of each row, and the end of the last row. */
    private Block splits;

    private final long stepHead;

    ListColumn(ListPlan list, Leniency leniency, Block empty) {
        this.plan = list.steps();
        this.presence = list.presence();
        this.steps = Columns.column(plan, leniency, empty);
        this.splits = empty.another();
        this.stepHead = ShortSteps.headOf(plan.kind());
    }

    /** Returns the rows without the list. */
    public MissingRows missingRows() {
        return missingRows;
    }

    void clear() {
        steps.clear();
        stepCount = 0;
        lastRow = -1;
        missingRows.keepBefore(0);
    }

    void release() {
        steps.release();
        splits = splits.another();
        missingRows = new MissingRows();
    }

    /**
     * Takes steps up to the first step that is not {@linkplain ShortSteps short} or does not fit. Returns the index of
     * this step.
     */
    int takeShortSteps(byte[] array, int from, int end) {
        if (steps.kind == Kind.BYTES) {
            return takeStrings(array, from, end);
        }
        return steps instanceof FixedColumn fixed ? takeNumbers(fixed, array, from, end) : takeRows(array, from, end);
    }

    private int takeNumbers(FixedColumn fixed, byte[] array, int from, int end) {
        int at = from;
        int size = ShortSteps.dataSize(array, at, end, stepHead);
        while (size >= 0 && fixed.takeChunk(stepCount, array, at + ShortSteps.HEAD, at + ShortSteps.HEAD + size)) {
            stepCount++;
            at += ShortSteps.HEAD + size;
            size = at < end ? ShortSteps.dataSize(array, at, end, stepHead) : -1;
        }
        return at;
    }

    private int takeRows(byte[] array, int from, int end) {
        int at = from;
        while (at < end) {
            int size = ShortSteps.dataSize(array, at, end, stepHead);
            int data = at + ShortSteps.HEAD;
            if (size < 0 || !steps.takeChunk(stepCount, array, data, data + size)) {
                return at;
            }
            endStep();
            at = data + size;
        }
        return at;
    }

    private int takeStrings(byte[] array, int from, int end) {
        int at = from;
        while (at < end) {
            int list = ShortSteps.listAt(array, at, end);
            if (list < 0) {
                return at;
            }
            int after = list + array[list - 1];
            if (!steps.takeStrings(stepCount, array, list, after)) {
                // The slow path finds the fault of the step.
                steps.rewind(stepCount);
                return at;
            }
            endStep();
            at = after;
        }
        return at;
    }

    /** Ends the current step. */
    void endStep() {
        steps.endRow(stepCount++);
    }

    /** Ends a row with or without the list. */
    void endRow(int row) {
        splits.reserve((row + 2L) * Integer.BYTES);
        splits.putInt((row + 1) * Integer.BYTES, stepCount);
        if (lastRow != row) {
            missingRows.add(row);
        }
    }

    /** Removes the steps of a row. */
    void rewind(int row) {
        stepCount = begin(row);
        steps.rewind(stepCount);
        lastRow = Math.min(lastRow, row - 1);
        missingRows.keepBefore(row);
    }

    /** Returns the first step of a row. */
    public int begin(int row) {
        return row == 0 ? 0 : splits.getInt(row * Integer.BYTES);
    }

    void append(int before, ListColumn other, int rows) {
        splits.reserve((before + rows + 1L) * Integer.BYTES);
        for (int i = 1; i <= rows; i++) {
            splits.putInt((before + i) * Integer.BYTES, stepCount + other.splits.getInt(i * Integer.BYTES));
        }
        missingRows.append(before, other.missingRows);
        steps.append(stepCount, other.steps, other.stepCount);
        stepCount += other.stepCount;
    }

    /** Returns the beginnings and ends of rows, as INT32 indexes of steps. */
    public Values splits(int rows) {
        splits.reserve(Integer.BYTES);
        splits.putInt(0, 0);
        return Values.wrap(DType.INT32, rows + 1, splits.view());
    }

    /** Returns the steps of a row alone. */
    public StepRows only(int row) {
        int begin = begin(row);
        int end = begin(row + 1);
        ValueRows all = stepRows();
        int first = all.begin(begin);
        int[] ends = new int[end - begin + 1];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = all.begin(begin + i) - first;
        }
        ValueRows steps = new ValueRows(all.values().slice(first, first + ends[end - begin]), Values.ofInts(ends));
        return new StepRows(steps, Values.ofInts(0, end - begin));
    }

    /** Returns the values of each step. */
    public ValueRows stepRows() {
        return ((VaryingColumn) steps).rows(stepCount);
    }
}

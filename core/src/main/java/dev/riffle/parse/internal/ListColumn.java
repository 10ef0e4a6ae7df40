package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.tensor.Values;

/** The feature lists of one key in the rows of a batch: a column of steps, and the ends of the rows in these steps. */
public final class ListColumn extends KeyColumn {

    /** The steps of all rows, in the order of the rows. */
    public final Column steps;

    /** The number of steps, including those of the current row. */
    int stepCount;

    /** The end of each row, as an index of steps. */
    private final RowEnds ends;

    private final long stepHead;

    ListColumn(ColumnPlan plan, Leniency leniency, Block empty) {
        super(plan);
        this.steps = Column.of(plan, leniency, empty);
        this.ends = new RowEnds(empty);
        this.stepHead = ShortSteps.headOf(plan.kind());
    }

    @Override
    void clear(int rows) {
        super.clear(rows);
        // The number of steps is unknown, so the column reserves no memory for them.
        steps.clear(0);
        stepCount = 0;
    }

    @Override
    void release() {
        super.release();
        steps.release();
        ends.release();
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
        while (size >= 0 && fixed.takeChunk(array, at + ShortSteps.HEAD, at + ShortSteps.HEAD + size)) {
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
            if (size < 0 || !steps.takeChunk(array, data, data + size)) {
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
            if (!steps.takeStrings(array, list, after)) {
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

    @Override
    boolean takeDefault(int row) {
        if (plan.required()) {
            return false;
        }
        missing.add(row);
        return true;
    }

    @Override
    void endRow(int row) {
        ends.end(row, stepCount);
    }

    @Override
    void rewind(int row) {
        super.rewind(row);
        stepCount = begin(row);
        steps.rewind(stepCount);
    }

    @Override
    void append(int before, KeyColumn other, int rows) {
        super.append(before, other, rows);
        ListColumn others = (ListColumn) other;
        ends.append(before, stepCount, others.ends, rows);
        steps.append(stepCount, others.steps, others.stepCount);
        stepCount += others.stepCount;
    }

    @Override
    RowFault missingFault(boolean isPresent) {
        return RowFault.missingList(plan);
    }

    @Override
    public Values values() {
        return steps.values();
    }

    @Override
    int firstValue(int row) {
        return steps.firstValue(begin(row));
    }

    /** Returns the first step of a row. */
    int begin(int row) {
        return ends.begin(row);
    }

    /** Returns the beginnings and ends of rows, as INT32 indexes of steps. */
    public Values splits(int rows) {
        return ends.splits(rows);
    }

    /** Returns the steps of all rows. */
    public StepRows rows(int rows) {
        return new StepRows(stepRows(), splits(rows));
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

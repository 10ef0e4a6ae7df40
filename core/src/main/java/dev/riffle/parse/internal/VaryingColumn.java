package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/** A column whose rows have any number of values, or any multiple of a fixed number. */
public final class VaryingColumn extends Column {

    private final int multiple;

    private final RowEnds ends;
    private @Nullable ValueRows lastRows;

    VaryingColumn(ColumnPlan plan, Leniency leniency, Block empty) {
        super(plan, leniency, empty);
        this.multiple = plan.count();
        this.ends = new RowEnds(empty);
    }

    @Override
    void release() {
        super.release();
        ends.release();
        lastRows = null;
    }

    @Override
    boolean takeChunk(byte[] array, int from, int to) {
        if (takesSingle(array, from, to)) {
            return true;
        }
        int count = countOf(array, from, to);
        if (count < 0 || !accepts(count)) {
            return false;
        }
        addChunk(array, from, to, count);
        return true;
    }

    /** Takes a chunk of one number without a loop. This case is common, because some users parse scalars as lists. */
    private boolean takesSingle(byte[] array, int from, int to) {
        if (multiple != 1) {
            return false;
        }
        if (kind == Kind.INT64 && PackedVarints.isSingle(array, from, to)) {
            int at = reserve(1);
            data.putLong(at, PackedVarints.decodeSingle(array, from, to));
        } else if (kind == Kind.FLOAT && to - from == Float.BYTES) {
            int at = reserve(1);
            data.putInt(at, LittleEndian.getInt(array, from));
        } else {
            return false;
        }
        size++;
        return true;
    }

    @Override
    boolean takeString(byte[] array, int from, int to) {
        if (multiple != 1 || kind != Kind.BYTES) {
            return false;
        }
        addString(array, from, to);
        return true;
    }

    @Override
    boolean takeEmpty(int row) {
        missing.add(row);
        return true;
    }

    @Override
    boolean accepts(int values) {
        return multiple == 1 || values % multiple == 0;
    }

    @Override
    boolean takeDefault(int row) {
        missing.add(row);
        return true;
    }

    @Override
    void endRow(int row) {
        ends.end(row, size);
    }

    @Override
    void rewind(int row) {
        super.rewind(row);
        keepFirst(firstValue(row));
    }

    @Override
    int firstValue(int row) {
        return ends.begin(row);
    }

    @Override
    void append(int before, KeyColumn other, int rows) {
        super.append(before, other, rows);
        VaryingColumn others = (VaryingColumn) other;
        ends.append(before, size, others.ends, rows);
        addAll(others);
    }

    /** Returns the number of values of a row. */
    public int countOf(int row) {
        return firstValue(row + 1) - firstValue(row);
    }

    /** Returns the values of a single row. */
    public ValueRows only(int row) {
        int begin = firstValue(row);
        int end = firstValue(row + 1);
        return new ValueRows(values().slice(begin, end), Values.ofInts(0, end - begin));
    }

    /**
     * Returns the values in rows, in the current memory. Returns the same object until the memory, the number of values
     * or the number of rows changes.
     */
    public ValueRows rows(int rows) {
        Values values = values();
        Values splits = ends.splits(rows);
        ValueRows present = lastRows;
        if (present == null || present.values() != values || present.splits() != splits) {
            present = new ValueRows(values, splits);
            lastRows = present;
        }
        return present;
    }
}

package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/** A column whose rows have any number of values, or any multiple of a fixed number. */
public final class VaryingColumn extends Column {

    private final int multiple;

    /** The beginning of each row, as an index of elements, and the end of the last row. */
    private Block splits;

    private @Nullable ValueRows lastRows;
    private int lastSplits;

    VaryingColumn(ColumnPlan plan, Leniency leniency, Block empty) {
        super(plan, leniency, empty);
        this.multiple = plan.count();
        this.splits = empty.another();
    }

    @Override
    void release() {
        super.release();
        splits = splits.another();
        lastRows = null;
    }

    @Override
    boolean takeChunk(int row, byte[] array, int from, int to) {
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
    boolean takeString(int row, byte[] array, int from, int to) {
        if (multiple != 1) {
            return false;
        }
        addString(array, from, to);
        return true;
    }

    @Override
    boolean takeStrings(int row, byte[] array, int from, int to) {
        int count = Strings.addTo(this, array, from, to);
        return count >= 0 && accepts(count);
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
        splits.reserve((row + 2L) * Integer.BYTES);
        splits.putInt((row + 1) * Integer.BYTES, size);
    }

    @Override
    void rewind(int row) {
        keepFirst(begin(row));
        lastRow = Math.min(lastRow, row - 1);
        missing.keepBefore(row);
    }

    /** Returns the first element of a row. */
    public int begin(int row) {
        return row == 0 ? 0 : splits.getInt(row * Integer.BYTES);
    }

    @Override
    void append(int before, Column other, int rows) {
        Block others = ((VaryingColumn) other).splits;
        splits.reserve((before + rows + 1L) * Integer.BYTES);
        for (int i = 1; i <= rows; i++) {
            splits.putInt((before + i) * Integer.BYTES, size + others.getInt(i * Integer.BYTES));
        }
        addAll(other);
        missing.append(before, other.missing);
    }

    /** Returns the number of values of a row. */
    public int countOf(int row) {
        return begin(row + 1) - begin(row);
    }

    /** Returns the values of a single row. */
    public ValueRows only(int row) {
        int begin = begin(row);
        int end = begin(row + 1);
        return new ValueRows(values().slice(begin, end), Values.ofInts(0, end - begin));
    }

    /**
     * Returns the values in rows, in the current memory. Returns the same object until the memory, the number of values
     * or the number of rows changes.
     */
    public ValueRows rows(int rows) {
        splits.reserve(Integer.BYTES);
        splits.putInt(0, 0);
        Values values = values();
        ValueRows present = lastRows;
        if (present == null
                || present.values() != values
                || present.rows() != rows
                || lastSplits != splits.capacity()) {
            present = new ValueRows(values, Values.wrap(DType.INT32, rows + 1, splits.view()));
            lastRows = present;
            lastSplits = splits.capacity();
        }
        return present;
    }
}

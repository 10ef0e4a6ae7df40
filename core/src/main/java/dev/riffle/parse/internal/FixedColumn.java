package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;

/** A column whose rows all have the same number of values. */
final class FixedColumn extends Column {

    private final int count;
    private final int rowBytes;
    private final boolean isFloating;
    private final byte[][] defaultStrings;

    FixedColumn(ColumnPlan plan, Leniency leniency, Block empty) {
        super(plan, leniency, empty);
        this.count = plan.count();
        this.isFloating = kind == Kind.FLOAT || kind == Kind.DOUBLE;
        this.defaultStrings = strings(plan);
        this.rowBytes = Math.multiplyExact(count, dtype.byteSize());
    }

    private static byte[][] strings(ColumnPlan plan) {
        Values defaults = plan.defaults();
        if (plan.dtype() != DType.STRING || defaults == null) {
            return new byte[0][];
        }
        return defaults.toBytes().stream().map(Bytes::toByteArray).toArray(byte[][]::new);
    }

    @Override
    boolean takeChunk(byte[] array, int from, int to) {
        return isFloating ? takeFloating(array, from, to) : takeVarints(array, from, to);
    }

    @Override
    boolean takeString(byte[] array, int from, int to) {
        if (count != 1 || kind != Kind.BYTES) {
            return false;
        }
        addString(array, from, to);
        return true;
    }

    private boolean takeFloating(byte[] array, int from, int to) {
        if (to - from != rowBytes) {
            return false;
        }
        int at = reserve(count);
        if (rowBytes == Integer.BYTES) {
            data.putInt(at, LittleEndian.getInt(array, from));
        } else {
            data.put(at, array, from, rowBytes);
        }
        size += count;
        return true;
    }

    private boolean takeVarints(byte[] array, int from, int to) {
        if (count != 1 || dtype != DType.INT64) {
            return takeNumbers(array, from, to);
        }
        if (!PackedVarints.isSingle(array, from, to)) {
            return false;
        }
        int at = reserve(1);
        data.putLong(at, PackedVarints.decodeSingle(array, from, to));
        size++;
        return true;
    }

    private boolean takeNumbers(byte[] array, int from, int to) {
        if (countOf(array, from, to) != count) {
            return false;
        }
        addChunk(array, from, to, count);
        return true;
    }

    @Override
    int firstValue(int row) {
        return row * count;
    }

    @Override
    boolean takeEmpty(int row) {
        if (count != 0) {
            return false;
        }
        missing.add(row);
        return true;
    }

    @Override
    boolean accepts(int values) {
        return values == count;
    }

    @Override
    boolean takeDefault(int row) {
        Values values = plan.defaults();
        if (values == null) {
            return false;
        }
        if (dtype != DType.STRING) {
            addNumbers(values);
        }
        for (byte[] string : defaultStrings) {
            addString(string, 0, string.length);
        }
        missing.add(row);
        return true;
    }

    @Override
    void endRow(int row) {}

    @Override
    void rewind(int row) {
        super.rewind(row);
        keepFirst(row * count);
    }

    @Override
    void append(int before, KeyColumn other, int rows) {
        super.append(before, other, rows);
        addAll((FixedColumn) other);
    }
}

package dev.riffle.spark.internal.vector;

import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Holds values of the types that are integers in messages: booleans, integers, days and microseconds. */
final class IntegerVector extends ValueVector {

    private final long least;
    private final long most;

    private long[] values = {};

    /** A buffer for 32-bit integers. */
    private int[] narrow = {};

    IntegerVector(DataType type, ColumnType.Element element) {
        super(type);
        switch (element) {
            case BOOLEAN -> {
                least = 0;
                most = 1;
            }
            case BYTE -> {
                least = Byte.MIN_VALUE;
                most = Byte.MAX_VALUE;
            }
            case SHORT -> {
                least = Short.MIN_VALUE;
                most = Short.MAX_VALUE;
            }
            case INT, DATE -> {
                least = Integer.MIN_VALUE;
                most = Integer.MAX_VALUE;
            }
            case LONG, TIMESTAMP -> {
                least = Long.MIN_VALUE;
                most = Long.MAX_VALUE;
            }
            default -> throw new IllegalArgumentException("expected an integer type, found " + element);
        }
    }

    @Override
    public void load(Values source) {
        int size = source.size();
        if (values.length < size) {
            values = new long[Growth.of(size)];
        }
        if (source.dtype() != DType.INT32) {
            source.copyTo(0, values, 0, size);
            return;
        }
        if (narrow.length < size) {
            narrow = new int[Growth.of(size)];
        }
        source.copyTo(0, narrow, 0, size);
        for (int i = 0; i < size; i++) {
            values[i] = narrow[i];
        }
    }

    @Override
    public int mismatch(int from, int to) {
        if (least == Long.MIN_VALUE) {
            return -1;
        }
        for (int i = from; i < to; i++) {
            if (values[i] < least || values[i] > most) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String faultAt(int place) {
        String wanted = most == 1 ? "0 or 1 for a boolean" : "a number from " + least + " to " + most;
        return "expected " + wanted + ", found " + values[place];
    }

    private long at(int row) {
        int place = place(row);
        return place < 0 ? 0 : values[place];
    }

    @Override
    public boolean getBoolean(int row) {
        return at(row) != 0;
    }

    @Override
    public byte getByte(int row) {
        return (byte) at(row);
    }

    @Override
    public short getShort(int row) {
        return (short) at(row);
    }

    @Override
    public int getInt(int row) {
        return (int) at(row);
    }

    @Override
    public long getLong(int row) {
        return at(row);
    }

    @Override
    public long[] getLongs(int row, int count) {
        return isInOrder() ? Arrays.copyOfRange(values, row, row + count) : super.getLongs(row, count);
    }
}

package dev.riffle.spark.internal.vector;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Holds floats, for columns of floats or doubles, and the doubles of OneFlow's records. */
final class FloatingVector extends ValueVector {

    private float[] floats = {};

    private double[] doubles = {};

    /** True if the batch has doubles. */
    private boolean wide;

    FloatingVector(DataType type) {
        super(type);
    }

    @Override
    public void load(Values source) {
        int size = source.size();
        wide = source.dtype() == DType.FLOAT64;
        if (wide) {
            if (doubles.length < size) {
                doubles = new double[Growth.of(size)];
            }
            source.copyTo(0, doubles, 0, size);
        } else {
            if (floats.length < size) {
                floats = new float[Growth.of(size)];
            }
            source.copyTo(0, floats, 0, size);
        }
    }

    @Override
    public int mismatch(int from, int to) {
        return -1;
    }

    @Override
    public String faultAt(int place) {
        throw new IllegalStateException("every number fits this type");
    }

    @Override
    public float getFloat(int row) {
        int place = place(row);
        return place < 0 ? 0 : floats[place];
    }

    @Override
    public double getDouble(int row) {
        int place = place(row);
        return place < 0 ? 0 : wide ? doubles[place] : floats[place];
    }

    @Override
    public float[] getFloats(int row, int count) {
        return isInOrder() ? Arrays.copyOfRange(floats, row, row + count) : super.getFloats(row, count);
    }

    @Override
    public double[] getDoubles(int row, int count) {
        return isInOrder() && wide ? Arrays.copyOfRange(doubles, row, row + count) : super.getDoubles(row, count);
    }
}

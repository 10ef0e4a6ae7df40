package dev.riffle.spark.internal.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.jspecify.annotations.Nullable;

/** Represents arrays, which are ranges of another vector. */
public final class ListVector extends ElementVector {

    private final ColumnVector elements;

    /** The beginning of each place's range, and the end of the last one. */
    private int[] splits = {0};

    public ListVector(DataType type, ColumnVector elements) {
        super(type);
        this.elements = elements;
    }

    /** Sets the beginnings of the ranges. Uses the array without a copy. */
    public void splits(int[] splits) {
        this.splits = splits;
    }

    @Override
    public @Nullable ColumnarArray getArray(int row) {
        int place = place(row);
        return place < 0 ? null : new ColumnarArray(elements, splits[place], splits[place + 1] - splits[place]);
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return elements;
    }
}

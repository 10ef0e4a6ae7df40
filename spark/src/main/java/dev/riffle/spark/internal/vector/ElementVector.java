package dev.riffle.spark.internal.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Represents a column over memory that each batch overwrites. Each row refers to a place in that memory, so rows can be
 * skipped or null although the values do not move. The value of a null row is the zero of the type.
 */
public abstract class ElementVector extends ColumnVector {

    private static final int[] IN_ORDER = {};

    /** The place of each row, negative for null; {@link #IN_ORDER} if row i is at place i and no row is null. */
    private int[] places = IN_ORDER;

    private int nulls;

    public ElementVector(DataType type) {
        super(type);
    }

    /** Sets the place of each row i to i, without nulls. */
    public final void inOrder() {
        places = IN_ORDER;
        nulls = 0;
    }

    /**
     * Sets the places of the rows.
     *
     * @param places the place of each row, negative for null; the vector uses the array without a copy until the next
     *     batch
     * @param nulls the number of null rows
     */
    public final void places(int[] places, int nulls) {
        this.places = places;
        this.nulls = nulls;
    }

    /** Returns the place of a row; negative if the row is null. */
    public final int place(int row) {
        int[] of = places;
        return of == IN_ORDER ? row : of[row];
    }

    /** Returns whether each row i refers to place i, without nulls. */
    final boolean isInOrder() {
        return places == IN_ORDER;
    }

    @Override
    public final boolean isNullAt(int row) {
        return nulls > 0 && places[row] < 0;
    }

    @Override
    public final boolean hasNull() {
        return nulls > 0;
    }

    @Override
    public final int numNulls() {
        return nulls;
    }

    /** Does nothing, because batches reuse the memory. */
    @Override
    public final void closeIfFreeable() {}

    @Override
    public final void close() {}

    @Override
    public boolean getBoolean(int row) {
        throw notOfThis("a boolean");
    }

    @Override
    public byte getByte(int row) {
        throw notOfThis("a byte");
    }

    @Override
    public short getShort(int row) {
        throw notOfThis("a short");
    }

    @Override
    public int getInt(int row) {
        throw notOfThis("an int");
    }

    @Override
    public long getLong(int row) {
        throw notOfThis("a long");
    }

    @Override
    public float getFloat(int row) {
        throw notOfThis("a float");
    }

    @Override
    public double getDouble(int row) {
        throw notOfThis("a double");
    }

    @Override
    public @Nullable Decimal getDecimal(int row, int precision, int scale) {
        throw notOfThis("a decimal");
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        throw notOfThis("a string");
    }

    @Override
    public byte @Nullable [] getBinary(int row) {
        throw notOfThis("bytes");
    }

    @Override
    public @Nullable ColumnarArray getArray(int row) {
        throw notOfThis("an array");
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw notOfThis("a map");
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw notOfThis("children");
    }

    private UnsupportedOperationException notOfThis(String requested) {
        return new UnsupportedOperationException(
                "requested " + requested + ", but the column is of type " + type.simpleString());
    }
}

package dev.riffle.spark.internal.vector;

import java.util.List;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Represents a struct whose fields are columns of features. A row is null if all its fields are null. */
public final class StructVector extends ColumnVector {

    private final List<ColumnVector> fields;

    private int rows;

    /**
     * Creates a column.
     *
     * @param fields the columns of the fields, in the order of the type
     */
    public StructVector(StructType type, List<ColumnVector> fields) {
        super(type);
        this.fields = List.copyOf(fields);
    }

    /** Sets the number of rows of the batch, also for structs in this struct. */
    public void rows(int rows) {
        this.rows = rows;
        for (ColumnVector field : fields) {
            if (field instanceof StructVector struct) {
                struct.rows(rows);
            }
        }
    }

    @Override
    public boolean isNullAt(int row) {
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).isNullAt(row)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean hasNull() {
        return numNulls() > 0;
    }

    @Override
    public int numNulls() {
        int nulls = 0;
        for (int row = 0; row < rows; row++) {
            nulls += isNullAt(row) ? 1 : 0;
        }
        return nulls;
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return fields.get(ordinal);
    }

    /** Does nothing, because batches reuse the memory. */
    @Override
    public void closeIfFreeable() {}

    @Override
    public void close() {}

    @Override
    public boolean getBoolean(int row) {
        throw isStruct();
    }

    @Override
    public byte getByte(int row) {
        throw isStruct();
    }

    @Override
    public short getShort(int row) {
        throw isStruct();
    }

    @Override
    public int getInt(int row) {
        throw isStruct();
    }

    @Override
    public long getLong(int row) {
        throw isStruct();
    }

    @Override
    public float getFloat(int row) {
        throw isStruct();
    }

    @Override
    public double getDouble(int row) {
        throw isStruct();
    }

    @Override
    public @Nullable Decimal getDecimal(int row, int precision, int scale) {
        throw isStruct();
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        throw isStruct();
    }

    @Override
    public byte @Nullable [] getBinary(int row) {
        throw isStruct();
    }

    @Override
    public @Nullable ColumnarArray getArray(int row) {
        throw isStruct();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw isStruct();
    }

    private UnsupportedOperationException isStruct() {
        return new UnsupportedOperationException("the column is of type " + type.simpleString() + "; read its fields");
    }
}

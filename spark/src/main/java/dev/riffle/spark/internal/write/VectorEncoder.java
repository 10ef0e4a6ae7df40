package dev.riffle.spark.internal.write;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.schema.ColumnType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * Writes vectors of Spark's ML with all their elements, zeros included: a float_list, or a double_list in OFRecord.
 * Spark represents a vector as a struct of its type, size, indices and values. Only sparse vectors have size and
 * indices.
 */
final class VectorEncoder {

    /** The number of fields of the struct. */
    static final int FIELDS = 4;

    private static final int TYPE = 0;
    private static final int SIZE = 1;
    private static final int INDICES = 2;
    private static final int VALUES = 3;

    private static final byte SPARSE = 0;

    private final String column;

    private final boolean asFloats;

    private final ValueEncoder dense;

    VectorEncoder(String column, ColumnType type, RecordFormat format) {
        this.column = column;
        this.asFloats = format.hasExamples();
        this.dense = ValueEncoder.of(column, type, format);
    }

    /** Writes the content of a feature's list. */
    void put(InternalRow vector, BackwardBytes out) {
        ArrayData values = vector.getArray(VALUES);
        if (vector.getByte(TYPE) != SPARSE) {
            dense.put(values, 0, values.numElements(), out);
        } else if (vector.getInt(SIZE) > 0) {
            int after = out.size();
            putSparse(vector.getInt(SIZE), vector.getArray(INDICES), values, out);
            out.header(ValueEncoder.VALUE_TAG, after);
        }
    }

    private void putSparse(int size, ArrayData indices, ArrayData values, BackwardBytes out) {
        int width = asFloats ? Float.BYTES : Double.BYTES;
        int place = out.zeros((long) size * width);
        for (int i = 0; i < indices.numElements(); i++) {
            int index = indices.getInt(i);
            if (index < 0 || index >= size) {
                throw new IllegalArgumentException("column \"" + column + "\": a vector of size " + size
                        + " has a value at index " + index + "; create the vector again");
            }
            double value = values.getDouble(i);
            if (asFloats) {
                out.setFloat(place, index * width, NarrowedEncoder.nearest(value, column, index));
            } else {
                out.setDouble(place, index * width, value);
            }
        }
    }
}

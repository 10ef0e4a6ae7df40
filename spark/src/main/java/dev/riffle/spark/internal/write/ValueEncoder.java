package dev.riffle.spark.internal.write;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.schema.ColumnType;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** Writes the values of a column as the content of a feature's list. */
abstract class ValueEncoder {

    /** The tag of field 1, length-delimited: a packed list, or one byte string. */
    static final int VALUE_TAG = 10;

    private final String column;

    ValueEncoder(String column) {
        this.column = column;
    }

    static ValueEncoder of(String column, ColumnType type, RecordFormat format) {
        return switch (type.element()) {
            case BOOLEAN, BYTE, SHORT, INT, LONG, TIMESTAMP, DATE -> IntegerEncoder.of(column, type.element());
            case FLOAT -> new FloatEncoder(column);
            case DOUBLE -> format.hasExamples() ? new NarrowedEncoder(column) : new DoubleEncoder(column);
            case STRING -> new StringEncoder(column);
            case BINARY -> new BinaryEncoder(column);
            case DECIMAL -> new DecimalEncoder(column, (DecimalType) innermost(type.sparkType()));
        };
    }

    private static DataType innermost(DataType type) {
        DataType inner = type;
        while (inner instanceof ArrayType array) {
            inner = array.elementType();
        }
        return inner;
    }

    /**
     * Writes values, which must not be null. Writes zero bytes for zero values.
     *
     * @param values a row, or the elements of an array
     * @param first the position of the first value in {@code values}
     */
    abstract void put(SpecializedGetters values, int first, int count, BackwardBytes out);

    final String column() {
        return column;
    }

    /** Returns the index of a value in an array; negative if the value is a column of the row. */
    static int place(SpecializedGetters values, int at) {
        return values instanceof ArrayData ? at : -1;
    }
}

package dev.riffle.spark.internal.vector;

import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.tensor.Values;
import org.apache.spark.sql.types.DataType;

/** Holds the values of one feature in a batch: single values, or the values inside arrays. */
public abstract class ValueVector extends ElementVector {

    ValueVector(DataType type) {
        super(type);
    }

    /** Returns the vector for values of a type. */
    public static ValueVector of(DataType type, ColumnType.Element element) {
        return switch (element) {
            case BOOLEAN, BYTE, SHORT, INT, LONG, TIMESTAMP, DATE -> new IntegerVector(type, element);
            case FLOAT, DOUBLE -> new FloatingVector(type);
            case STRING, BINARY -> new BytesVector(type, element);
            case DECIMAL -> new DecimalVector(type);
        };
    }

    /** Loads all values of a batch. */
    public abstract void load(Values values);

    /**
     * Returns the first place from {@code from} to {@code to}, exclusive, whose value the type cannot hold; -1 if all
     * values fit.
     */
    public abstract int mismatch(int from, int to);

    /**
     * Returns a text with the expected type, and the value at a place that the type cannot hold: {@code expected ...,
     * found ...}.
     */
    public abstract String faultAt(int place);
}

package dev.riffle.spark.internal.vector;

import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.tensor.Values;
import org.apache.spark.sql.types.DataType;

/** A column of single values, or those inside arrays: what a batch of records has of one feature. */
public abstract class ValueVector extends ElementVector {

    ValueVector(DataType type) {
        super(type);
    }

    /** The vector for values of a type. */
    public static ValueVector of(DataType type, ColumnType.Element element) {
        return switch (element) {
            case BOOLEAN, BYTE, SHORT, INT, LONG, TIMESTAMP, DATE -> new IntegerVector(type, element);
            case FLOAT, DOUBLE -> new FloatingVector(type);
            case STRING, BINARY -> new BytesVector(type, element);
            case DECIMAL -> new DecimalVector(type);
        };
    }

    /** Takes all values of a batch. */
    public abstract void load(Values values);

    /** The first place from {@code from} on, before {@code to}, whose value the type cannot hold; -1 if there is none. */
    public abstract int misfit(int from, int to);

    /** What the type asks for, and what a place has that cannot be held: {@code expected ..., found ...}. */
    public abstract String faultAt(int place);
}

package dev.riffle.spark.internal.vector;

import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Represents the Examples of lists as structs. No struct is null. The fields of a row are the same row of other
 * vectors.
 */
public final class ExampleVector extends ElementVector {

    private final List<ColumnVector> fields;

    public ExampleVector(StructType type, List<ColumnVector> fields) {
        super(type);
        this.fields = List.copyOf(fields);
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return fields.get(ordinal);
    }
}

package dev.riffle.spark.internal.vector;

import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Represents a column of Spark's ML vectors, all of them dense. Spark represents a vector as a struct of kind, size,
 * indices and values. Dense vectors use only kind and values.
 */
public final class MlVector extends ElementVector {

    private static final byte DENSE = 1;

    private static final int KIND = 0;

    private static final int SIZE = 1;

    private static final int VALUES = 3;

    private final ConstantColumnVector kind = new ConstantColumnVector(1, DataTypes.ByteType);

    private final ConstantColumnVector size = new ConstantColumnVector(1, DataTypes.IntegerType);

    private final ConstantColumnVector indices =
            new ConstantColumnVector(1, DataTypes.createArrayType(DataTypes.IntegerType, false));

    private final ColumnVector values;

    /**
     * Creates a column.
     *
     * @param values the arrays of doubles, row by row
     */
    public MlVector(DataType type, ColumnVector values) {
        super(type);
        this.values = values;
        kind.setByte(DENSE);
        kind.setNotNull();
        size.setNull();
        indices.setNull();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return switch (ordinal) {
            case KIND -> kind;
            case SIZE -> size;
            case VALUES -> values;
            default -> indices;
        };
    }
}

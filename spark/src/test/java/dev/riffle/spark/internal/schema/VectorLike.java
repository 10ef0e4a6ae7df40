package dev.riffle.spark.internal.schema;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** A type with the fields of the vectors of Spark's ML. Spark's ML is not on the class path of the tests. */
public final class VectorLike extends UserDefinedType<double[]> {

    private static final long serialVersionUID = 1;

    @Override
    public DataType sqlType() {
        return new StructType()
                .add("type", DataTypes.ByteType, false)
                .add("size", DataTypes.IntegerType, true)
                .add("indices", DataTypes.createArrayType(DataTypes.IntegerType, false), true)
                .add("values", DataTypes.createArrayType(DataTypes.DoubleType, false), true);
    }

    public static InternalRow dense(double... values) {
        return new GenericInternalRow(new Object[] {(byte) 1, null, null, new GenericArrayData(values)});
    }

    public static InternalRow sparse(int size, int[] indices, double[] values) {
        return new GenericInternalRow(
                new Object[] {(byte) 0, size, new GenericArrayData(indices), new GenericArrayData(values)});
    }

    @Override
    public Object serialize(double[] values) {
        return dense(values);
    }

    @Override
    public double[] deserialize(Object datum) {
        return ((InternalRow) datum).getArray(3).toDoubleArray();
    }

    @Override
    public Class<double[]> userClass() {
        return double[].class;
    }
}

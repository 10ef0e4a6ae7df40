package dev.riffle.arrow.internal.schema;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The type of a column of feature values: lists around lists of a fixed size around values.
 *
 * @param dtype the type of the values
 * @param text whether values are {@code Utf8} rather than {@code Binary}
 * @param lists the number of lists around a value
 * @param shape the sizes of the lists of a fixed size inside the lists, outermost first
 */
public record ColumnType(DType dtype, boolean text, int lists, Shape shape) {

    /** Returns whether the column has one value for each record. */
    public boolean isScalar() {
        return lists == 0 && shape.rank() == 0;
    }

    /** Returns the number of bytes of each row, without the bytes of strings; 0 for lists. */
    long fixedBytes() {
        int width = dtype == DType.INT64 || dtype == DType.FLOAT64 ? Long.BYTES : Integer.BYTES;
        return lists == 0 ? Math.multiplyExact(shape.elements(), width) : 0;
    }

    /**
     * Returns the type of a field.
     *
     * @throws IllegalArgumentException if Riffle cannot read features into this type
     */
    public static ColumnType of(Field field) {
        int lists = 0;
        List<Integer> sizes = new ArrayList<>();
        Field inner = field;
        while (true) {
            if (inner.getType() instanceof ArrowType.FixedSizeList fixed) {
                sizes.add(fixed.getListSize());
            } else if (inner.getType() instanceof ArrowType.List && sizes.isEmpty()) {
                lists++;
            } else {
                break;
            }
            inner = inner.getChildren().get(0);
        }
        Shape shape = Shape.of(sizes.stream().mapToInt(i -> i).toArray());
        return new ColumnType(dtype(field, inner.getType()), inner.getType() instanceof ArrowType.Utf8, lists, shape);
    }

    private static DType dtype(Field field, ArrowType type) {
        if (type instanceof ArrowType.Int integer && integer.getIsSigned() && integer.getBitWidth() == Long.SIZE) {
            return DType.INT64;
        }
        if (type instanceof ArrowType.Int integer && integer.getIsSigned() && integer.getBitWidth() == Integer.SIZE) {
            return DType.INT32;
        }
        if (type instanceof ArrowType.FloatingPoint number) {
            if (number.getPrecision() == FloatingPointPrecision.SINGLE) {
                return DType.FLOAT32;
            }
            if (number.getPrecision() == FloatingPointPrecision.DOUBLE) {
                return DType.FLOAT64;
            }
        }
        if (type instanceof ArrowType.Utf8 || type instanceof ArrowType.Binary) {
            return DType.STRING;
        }
        throw new IllegalArgumentException("column \"" + field.getName()
                + "\": features cannot be read as " + field.getType()
                + (type.equals(field.getType()) ? "" : " of " + type)
                + "; use Int(64), Int(32), Float32, Float64, Utf8, Binary, or lists of them");
    }
}

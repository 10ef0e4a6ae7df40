package dev.riffle.arrow.internal.schema;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.complex.BaseRepeatedValueVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** Creates fields of Arrow schemas. */
public final class ColumnFields {

    /** The name that Arrow's vectors give to the elements of lists. */
    private static final String ELEMENT = BaseRepeatedValueVector.DATA_VECTOR_NAME;

    private static final Map<String, String> INT32 = Map.of(RecordMetadata.KIND, "int32");

    private ColumnFields() {}

    /**
     * Returns a column of this type. Only the column itself can be null, not a value inside it. The metadata of the
     * values name the kind int32, because 32-bit integers otherwise become int64 features.
     */
    public static Field field(String name, ColumnType type, boolean nullable) {
        return field(name, type, 0, 0, nullable, null);
    }

    /** Returns a list of steps, whose shape stays in the metadata. */
    static Field stepsField(String name, ColumnType type, Shape shape, boolean nullable) {
        Map<String, String> metadata = shape.rank() == 0
                ? null
                : Map.of(RecordMetadata.SHAPE, shape.toString().replace(" ", ""));
        return field(name, type, 0, 0, nullable, metadata);
    }

    private static Field field(
            String name, ColumnType type, int list, int dim, boolean nullable, @Nullable Map<String, String> metadata) {
        if (list < type.lists()) {
            Field inner = field(ELEMENT, type, list + 1, dim, false, null);
            return new Field(name, new FieldType(nullable, ArrowType.List.INSTANCE, null, metadata), List.of(inner));
        }
        if (dim < type.shape().rank()) {
            Field inner = field(ELEMENT, type, list, dim + 1, false, null);
            ArrowType fixed = new ArrowType.FixedSizeList(type.shape().dim(dim));
            return new Field(name, new FieldType(nullable, fixed, null, metadata), List.of(inner));
        }
        Map<String, String> kind = type.dtype() == DType.INT32 ? INT32 : metadata;
        return new Field(name, new FieldType(nullable, arrowType(type), null, kind), List.of());
    }

    private static ArrowType arrowType(ColumnType type) {
        return switch (type.dtype()) {
            case INT64 -> new ArrowType.Int(Long.SIZE, true);
            case INT32 -> new ArrowType.Int(Integer.SIZE, true);
            case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case FLOAT64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case STRING -> type.text() ? ArrowType.Utf8.INSTANCE : ArrowType.Binary.INSTANCE;
            default -> throw new IllegalArgumentException("no feature has values of type " + type.dtype());
        };
    }

    /** Returns a column of lists of structs, one struct for each Example of a record. */
    public static Field examples(List<Field> features) {
        Field struct = new Field(ELEMENT, FieldType.notNullable(ArrowType.Struct.INSTANCE), features);
        return new Field(RecordMetadata.EXAMPLES_COLUMN, FieldType.nullable(ArrowType.List.INSTANCE), List.of(struct));
    }

    /** Returns the columns of the place of a record: its file, its number, and its offset. */
    public static List<Field> places() {
        return List.of(
                place("_file", ArrowType.Utf8.INSTANCE, RecordMetadata.FILE),
                place("_record", new ArrowType.Int(Long.SIZE, true), RecordMetadata.RECORD),
                place("_offset", new ArrowType.Int(Long.SIZE, true), RecordMetadata.OFFSET));
    }

    private static Field place(String name, ArrowType type, String place) {
        return new Field(name, new FieldType(false, type, null, Map.of(RecordMetadata.PLACE, place)), List.of());
    }
}

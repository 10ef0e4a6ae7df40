package dev.riffle.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The names of DuckDB's types for fields with fixed-size lists. DuckDB writes a null of an array in a form that other
 * readers of Parquet reject, so a file has lists instead of arrays.
 */
enum ParquetTypes {
    /** Fixed-size lists are lists, as in a file. */
    LISTS,
    /** Fixed-size lists are arrays, as in a schema. */
    ARRAYS;

    /** Returns the type that a column needs a cast to. Empty if the field has no fixed-size list, or another type. */
    Optional<String> cast(Field field) {
        return hasArray(field) ? type(field) : Optional.empty();
    }

    private static boolean hasArray(Field field) {
        return field.getType() instanceof ArrowType.FixedSizeList
                || field.getChildren().stream().anyMatch(ParquetTypes::hasArray);
    }

    private Optional<String> type(Field field) {
        ArrowType type = field.getType();
        if (type instanceof ArrowType.Int integer && integer.getIsSigned()) {
            return switch (integer.getBitWidth()) {
                case 64 -> Optional.of("BIGINT");
                case 32 -> Optional.of("INTEGER");
                default -> Optional.empty();
            };
        } else if (type instanceof ArrowType.FloatingPoint number) {
            return switch (number.getPrecision()) {
                case SINGLE -> Optional.of("FLOAT");
                case DOUBLE -> Optional.of("DOUBLE");
                case HALF -> Optional.empty();
            };
        } else if (type instanceof ArrowType.Utf8) {
            return Optional.of("VARCHAR");
        } else if (type instanceof ArrowType.Binary) {
            return Optional.of("BLOB");
        } else if (type instanceof ArrowType.List) {
            return type(field.getChildren().get(0)).map(element -> element + "[]");
        } else if (type instanceof ArrowType.FixedSizeList list) {
            String size = this == LISTS ? "[]" : "[" + list.getListSize() + "]";
            return type(field.getChildren().get(0)).map(element -> element + size);
        } else if (type instanceof ArrowType.Struct) {
            return struct(field.getChildren());
        }
        return Optional.empty();
    }

    private Optional<String> struct(List<Field> members) {
        List<String> types = new ArrayList<>();
        for (Field member : members) {
            Optional<String> type = type(member);
            if (type.isEmpty()) {
                return type;
            }
            types.add(DuckSession.identifier(member.getName()) + " " + type.get());
        }
        return Optional.of("STRUCT(" + String.join(", ", types) + ")");
    }
}

package dev.riffle.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The number of bytes of the texts and binary values in a value of a Parquet file, as an expression of SQL. All rows of
 * a file can share one value, and each row needs its own copy in memory. Values of other types are small, or in lists,
 * which DuckDB counts itself.
 */
final class ParquetSizes {

    private ParquetSizes() {}

    /**
     * Returns the expression. Empty if the value has no texts and no binary values.
     *
     * @param field the type of the value in DuckDB
     * @param value the value in SQL
     */
    static Optional<String> of(Field field, String value) {
        return of(field, value, 0).map(bytes -> "coalesce(" + bytes + ", 0)");
    }

    private static Optional<String> of(Field field, String value, int depth) {
        ArrowType type = field.getType();
        if (type instanceof ArrowType.Utf8) {
            return Optional.of("strlen(CAST(" + value + " AS VARCHAR))");
        } else if (type instanceof ArrowType.Binary) {
            return Optional.of("octet_length(CAST(" + value + " AS BLOB))");
        } else if (type instanceof ArrowType.Struct) {
            List<String> members = new ArrayList<>();
            for (Field member : field.getChildren()) {
                of(member, "struct_extract(" + value + ", " + DuckSession.quoted(member.getName()) + ")", depth)
                        .ifPresent(bytes -> members.add("coalesce(" + bytes + ", 0)"));
            }
            return members.isEmpty() ? Optional.empty() : Optional.of("(" + String.join(" + ", members) + ")");
        } else if (type instanceof ArrowType.Map) {
            return ofList(field, "map_entries(" + value + ")", depth);
        }
        return type instanceof ArrowType.List ? ofList(field, value, depth) : Optional.empty();
    }

    private static Optional<String> ofList(Field field, String list, int depth) {
        String element = "e" + depth;
        return of(field.getChildren().get(0), element, depth + 1)
                .map(bytes -> "list_sum(list_transform(" + list + ", lambda " + element + ": " + bytes + "))");
    }
}

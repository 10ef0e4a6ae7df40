package dev.riffle.sql;

import dev.riffle.arrow.internal.RecordMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The schema that the key-value metadata of a Parquet file holds, as Arrow's JSON. It keeps what Parquet cannot
 * express: the message type, the names that {@link ParquetColumns} replaces, and the shapes of values.
 */
final class StoredSchema {

    /** The key of the metadata. */
    static final String KEY = "riffle.schema";

    private StoredSchema() {}

    /** Returns the text for the metadata. */
    static String text(Schema schema) {
        return schema.toJson();
    }

    /**
     * Returns the stored schema if it describes the columns of a file.
     *
     * @param columns the columns of the file under their names in the file
     * @throws Misfit if the text is not a schema, or describes other columns
     */
    static Schema restored(String text, Schema columns) throws Misfit {
        Schema stored = parsed(text);
        List<String> expected;
        try {
            expected = ParquetColumns.of(stored).names();
        } catch (IllegalArgumentException e) {
            throw new Misfit("is not valid", e);
        }
        List<String> found = columns.getFields().stream().map(Field::getName).toList();
        if (!expected.equals(found)) {
            throw new Misfit("describes other columns");
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Field column = columns.getFields().get(i);
            if (stored.getFields().isEmpty()) {
                fields.add(place(column));
                continue;
            }
            Field field = stored.getFields().get(i);
            if (!fits(field, column)) {
                throw new Misfit("describes another type of the column " + column.getName());
            }
            fields.add(field);
        }
        return new Schema(fields, stored.getCustomMetadata());
    }

    private static Schema parsed(String text) throws Misfit {
        try {
            return Schema.fromJSON(text);
        } catch (IOException | RuntimeException e) {
            // Arrow's parser throws many kinds of exceptions for a text that another program has changed.
            throw new Misfit("is not valid", e);
        }
    }

    /** Returns the column of a file without features, as a column that is not a feature. */
    private static Field place(Field column) {
        return new Field(
                column.getName(),
                new FieldType(
                        column.isNullable(),
                        column.getType(),
                        null,
                        Map.of(RecordMetadata.PLACE, RecordMetadata.RECORD)),
                column.getChildren());
    }

    /** Returns whether a column has the type of a field. In a file, a fixed-size list is a list. */
    private static boolean fits(Field field, Field column) {
        boolean named = field.getType() instanceof ArrowType.Struct;
        if (!withoutSize(field.getType()).equals(column.getType())
                || field.getChildren().size() != column.getChildren().size()) {
            return false;
        }
        for (int i = 0; i < field.getChildren().size(); i++) {
            Field child = field.getChildren().get(i);
            Field found = column.getChildren().get(i);
            if (!fits(child, found) || (named && !child.getName().equals(found.getName()))) {
                return false;
            }
        }
        return true;
    }

    private static ArrowType withoutSize(ArrowType type) {
        return type instanceof ArrowType.FixedSizeList ? ArrowType.List.INSTANCE : type;
    }

    /** Thrown if a stored schema does not fit its file. The message continues a sentence about the schema. */
    static final class Misfit extends Exception {

        private static final long serialVersionUID = 1L;

        Misfit(String message) {
            super(message);
        }

        Misfit(String message, Throwable cause) {
            super(message, cause);
        }
    }
}

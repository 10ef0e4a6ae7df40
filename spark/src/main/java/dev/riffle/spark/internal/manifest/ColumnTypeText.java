package dev.riffle.spark.internal.manifest;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;

/** Converts columns to the type names of a manifest and back. */
final class ColumnTypeText {

    private ColumnTypeText() {}

    /** Returns the types of columns by name, in order. */
    static Map<String, String> of(StructType columns) {
        Map<String, String> types = new LinkedHashMap<>();
        for (StructField column : columns.fields()) {
            types.put(column.name(), of(column.dataType()));
        }
        return types;
    }

    private static String of(DataType type) {
        if (type instanceof ArrayType array) {
            return "ARRAY<" + of(array.elementType()) + ">";
        } else if (type instanceof StructType struct) {
            // Without NOT NULL, because files may lack any feature.
            return Arrays.stream(struct.fields())
                    .map(field -> "`" + field.name().replace("`", "``") + "`: " + of(field.dataType()))
                    .collect(Collectors.joining(", ", "STRUCT<", ">"));
        } else if (type instanceof TimestampType) {
            // The meaning of TIMESTAMP depends on the session that reads the text.
            return "TIMESTAMP_LTZ";
        } else if (type instanceof UserDefinedType<?>) {
            // SQL has no name for the vectors of Spark's ML, the only types of a user that files can hold.
            return "ARRAY<DOUBLE>";
        }
        return type.sql();
    }

    /**
     * Returns columns that may be null.
     *
     * @throws IllegalArgumentException if Spark does not know a type; the message names the column
     */
    static StructType parse(Map<String, String> types) {
        StructType columns = new StructType();
        for (Map.Entry<String, String> column : types.entrySet()) {
            columns = columns.add(column.getKey(), parse(column.getKey(), column.getValue()), true);
        }
        return columns;
    }

    private static DataType parse(String name, String type) {
        try {
            return DataType.fromDDL(type);
        } catch (Exception e) { // Scala throws undeclared exceptions.
            throw new IllegalArgumentException("Spark does not know the type of column \"" + name + "\": " + type, e);
        }
    }

    /** Returns a type with other types for strings and binaries, which are the same bytes in a record. */
    static DataType replaceBytes(DataType type, DataType bytes) {
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(replaceBytes(array.elementType(), bytes));
        }
        if (type instanceof StructType struct) {
            StructType replaced = new StructType();
            for (StructField field : struct.fields()) {
                replaced = replaced.add(field.name(), replaceBytes(field.dataType(), bytes), field.nullable());
            }
            return replaced;
        }
        boolean isBytes = type instanceof StringType || type instanceof BinaryType;
        return isBytes ? bytes : type;
    }
}

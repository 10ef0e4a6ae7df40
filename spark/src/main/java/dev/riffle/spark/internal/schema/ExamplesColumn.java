package dev.riffle.spark.internal.schema;

import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the column with the Examples of an ExampleListWithContext: an array with a struct for each Example. The type
 * identifies the column, so the column can have any name. All other columns are features of the context.
 */
public final class ExamplesColumn {

    /** The name of the column in an inferred schema. */
    public static final String NAME = "examples";

    private ExamplesColumn() {}

    /**
     * Returns the column with the Examples. Empty if the schema has none, or if the records or options have no such
     * column.
     *
     * @throws IllegalArgumentException if several columns are arrays of structs
     */
    public static Optional<StructField> of(StructType schema, RecordOptions options) {
        if (options.recordType() != RecordType.EXAMPLE_LIST_WITH_CONTEXT || options.explodesExamples()) {
            return Optional.empty();
        }
        List<StructField> found = Arrays.stream(schema.fields())
                .filter(field -> isArrayOfStructs(field.dataType()))
                .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("expected one column with an array of structs, for the examples, found "
                    + found.stream().map(field -> '"' + field.name() + '"').toList() + "; omit all but one");
        }
        return found.stream().findFirst();
    }

    private static boolean isArrayOfStructs(DataType type) {
        return type instanceof ArrayType array && array.elementType() instanceof StructType;
    }

    /** Returns the features of the examples in this column. */
    public static StructType features(StructField column) {
        return (StructType) ((ArrayType) column.dataType()).elementType();
    }

    /** Returns the column with a field for each feature, as {@link ReadableSchema#flattened} does for other columns. */
    static StructField flattened(StructField column, RecordOptions options) {
        StructType features = ReadableSchema.flattened(features(column), options);
        return column.copy(column.name(), DataTypes.createArrayType(features), column.nullable(), column.metadata());
    }

    /**
     * Returns the column with the selected fields only. A struct in an Example keeps all its fields, because all of
     * them decide whether it is null.
     */
    public static StructField selected(StructField column, StructField selected) {
        StructType all = features(column);
        StructType features = new StructType();
        for (StructField feature : features(selected).fields()) {
            features = features.add(all.apply(feature.name()));
        }
        return column.copy(column.name(), DataTypes.createArrayType(features), column.nullable(), column.metadata());
    }
}

package dev.riffle.spark.internal.manifest;

import dev.riffle.example.Kind;
import dev.riffle.example.SchemaFingerprint;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Merges and compares the columns of manifests. */
final class ManifestColumns {

    private ManifestColumns() {}

    /**
     * Returns the columns of both maps, those of the first map first. Files may lack columns, because a missing feature
     * is a null.
     *
     * @return empty if a column has two types, if two names differ only in case, or if two columns have the Examples of
     *     lists
     * @throws IllegalArgumentException if Spark does not know a type
     */
    static Optional<Map<String, String>> merge(Map<String, String> one, Map<String, String> other) {
        Map<String, String> both = new LinkedHashMap<>(one);
        both.putAll(other);
        boolean equalTypes =
                one.entrySet().stream().allMatch(column -> column.getValue().equals(both.get(column.getKey())));
        boolean differentNames =
                differInMoreThanCase(both.keySet()) || one.keySet().equals(other.keySet());
        return equalTypes && differentNames && arraysOfExamples(ColumnTypeText.parse(both)) < 2
                ? Optional.of(both)
                : Optional.empty();
    }

    /** Returns the number of columns with the Examples of a list. Records have at most one. */
    static long arraysOfExamples(StructType columns) {
        return Arrays.stream(columns.fields())
                .filter(column -> isArrayOfStructs(column.dataType()))
                .count();
    }

    /** Returns whether a type is that of the Examples of a list. */
    static boolean isArrayOfStructs(DataType type) {
        return type instanceof ArrayType array && array.elementType() instanceof StructType;
    }

    /**
     * Returns the fingerprint of features with these columns. Empty for lists of Examples, whose contexts and Examples
     * have features of their own.
     *
     * @throws IllegalArgumentException if records cannot hold a column
     */
    static Optional<String> fingerprint(StructType columns, RecordOptions options) {
        if (options.recordType() == RecordType.EXAMPLE_LIST_WITH_CONTEXT) {
            return Optional.empty();
        }
        Map<String, Kind> kinds = new HashMap<>();
        for (StructField column : columns.fields()) {
            kinds.put(column.name(), ColumnType.of(column, options).kind(options.format()));
        }
        return Optional.of(SchemaFingerprint.of(kinds));
    }

    /** Returns whether no two of these different names are equal in another case. */
    static boolean differInMoreThanCase(Collection<String> names) {
        Set<String> folded = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        folded.addAll(names);
        return folded.size() == names.size();
    }
}

package dev.riffle.spark.internal.schema;

import dev.riffle.spark.internal.options.RecordOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Checks whether files can have the columns of a schema. */
public final class ReadableSchema {

    private ReadableSchema() {}

    /**
     * Checks that files can have each column, including each field of a struct.
     *
     * @param dataSchema the columns without partition columns
     * @throws IllegalArgumentException if files cannot have a column; the message contains its name, its type and a
     *     remedy
     */
    public static void check(StructType dataSchema, RecordOptions options, SQLConf settings) {
        StructField examples = ExamplesColumn.of(dataSchema, options).orElse(null);
        StructType flat = flattened(dataSchema, options);
        if (!flat.equals(dataSchema)) {
            checkNames(flat, settings.caseSensitiveAnalysis());
        }
        for (StructField field : flat.fields()) {
            if (field.equals(examples)) {
                StructType features = ExamplesColumn.features(ExamplesColumn.flattened(field, options));
                if (!features.equals(ExamplesColumn.features(field))) {
                    checkNames(features, settings.caseSensitiveAnalysis());
                }
                for (StructField feature : features.fields()) {
                    ColumnType.of(feature, options);
                }
            } else if (!field.name().equals(options.corruptColumn())) {
                ColumnType.of(field, options);
            } else if (!(field.dataType() instanceof StringType)) {
                throw new IllegalArgumentException("the corrupt-record column, " + field.name()
                        + ", must be a string, found " + field.dataType().sql()
                        + "; set the option columnNameOfCorruptRecord to another name");
            }
        }
    }

    private static void checkNames(StructType flat, boolean exact) {
        Map<String, String> seen = new HashMap<>();
        for (String name : flat.fieldNames()) {
            String before = seen.put(folded(name, exact), name);
            if (before != null) {
                throw new IllegalArgumentException("columns \"" + before + "\" and \"" + name
                        + "\" read the same feature, because the fields of structs are features; rename one");
            }
        }
    }

    /**
     * Returns a schema with a column for each feature. With {@link RecordOptions#flattensStructs()}, the fields of a
     * struct are features, named {@code struct.field}. Such a field is nullable, because a struct can be null.
     */
    public static StructType flattened(StructType schema, RecordOptions options) {
        List<StructField> features = new ArrayList<>();
        for (StructField field : schema.fields()) {
            addFeatures(field, options, features);
        }
        return new StructType(features.toArray(StructField[]::new));
    }

    /** Returns a schema with a column for each feature, like {@link #flattened}, also for the features of Examples. */
    public static StructType features(StructType schema, RecordOptions options) {
        StructField examples = ExamplesColumn.of(schema, options).orElse(null);
        StructType features = new StructType();
        for (StructField field : flattened(schema, options).fields()) {
            features = features.add(field.equals(examples) ? ExamplesColumn.flattened(field, options) : field);
        }
        return features;
    }

    private static void addFeatures(StructField field, RecordOptions options, List<StructField> features) {
        if (options.flattensStructs() && field.dataType() instanceof StructType struct) {
            for (StructField inner : struct.fields()) {
                addFeatures(inStruct(field, inner), options, features);
            }
        } else {
            features.add(field);
        }
    }

    /** Returns a field of a struct with the name of its feature. */
    public static StructField inStruct(StructField struct, StructField field) {
        return field.copy(struct.name() + "." + field.name(), field.dataType(), true, field.metadata());
    }

    /** Returns the columns of the files themselves. A partition column replaces a column with the same name. */
    public static StructType without(StructType partitionSchema, StructType dataSchema, SQLConf settings) {
        boolean exact = settings.caseSensitiveAnalysis();
        Set<String> taken = Arrays.stream(partitionSchema.fieldNames())
                .map(name -> folded(name, exact))
                .collect(Collectors.toUnmodifiableSet());
        return new StructType(Arrays.stream(dataSchema.fields())
                .filter(field -> !taken.contains(folded(field.name(), exact)))
                .toArray(StructField[]::new));
    }

    /**
     * Returns the columns that a filter may use during parsing. Excludes the corrupt-record column, because its value
     * is known only after parsing.
     */
    public static StructType decidable(StructType fileSchema, RecordOptions options) {
        return new StructType(Arrays.stream(fileSchema.fields())
                .filter(field -> !field.name().equals(options.corruptColumn()))
                .toArray(StructField[]::new));
    }

    private static String folded(String name, boolean exact) {
        return exact ? name : name.toLowerCase(Locale.ROOT);
    }
}

package dev.riffle.spark.internal.schema;

import dev.riffle.spark.internal.options.RecordOptions;
import java.util.Arrays;
import java.util.Locale;
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
     * Checks that files can have each column.
     *
     * @param dataSchema the columns without partition columns
     * @throws IllegalArgumentException if files cannot have a column; the message contains its name, its type and a
     *     remedy
     */
    public static void check(StructType dataSchema, RecordOptions options) {
        StructField examples = ExamplesColumn.of(dataSchema, options).orElse(null);
        for (StructField field : dataSchema.fields()) {
            if (field.equals(examples)) {
                for (StructField feature : ExamplesColumn.features(field).fields()) {
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

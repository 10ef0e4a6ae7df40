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

/** Checks what a schema asks of files. */
public final class ReadableSchema {

    private ReadableSchema() {}

    /**
     * Sees to it that each column can be read.
     *
     * @param dataSchema the columns without those of partitions
     * @throws IllegalArgumentException if one cannot, with its name, its type and a remedy
     */
    public static void check(StructType dataSchema, RecordOptions options) {
        for (StructField field : dataSchema.fields()) {
            if (!field.name().equals(options.corruptColumn())) {
                ColumnType.of(field, options);
            } else if (!(field.dataType() instanceof StringType)) {
                throw new IllegalArgumentException("the column of corrupt records, " + field.name()
                        + ", must be a string: " + field.dataType().sql()
                        + "; give it another name with the option columnNameOfCorruptRecord");
            }
        }
    }

    /** The columns that the files themselves have: where a partition has the same name, its value is taken. */
    public static StructType without(StructType partitionSchema, StructType dataSchema, SQLConf settings) {
        boolean exact = settings.caseSensitiveAnalysis();
        Set<String> taken = Arrays.stream(partitionSchema.fieldNames())
                .map(name -> folded(name, exact))
                .collect(Collectors.toUnmodifiableSet());
        return new StructType(Arrays.stream(dataSchema.fields())
                .filter(field -> !taken.contains(folded(field.name(), exact)))
                .toArray(StructField[]::new));
    }

    /** The columns that a filter may ask for while records are parsed: what is wrong with a record is known only afterwards. */
    public static StructType decidable(StructType fileSchema, RecordOptions options) {
        return new StructType(Arrays.stream(fileSchema.fields())
                .filter(field -> !field.name().equals(options.corruptColumn()))
                .toArray(StructField[]::new));
    }

    private static String folded(String name, boolean exact) {
        return exact ? name : name.toLowerCase(Locale.ROOT);
    }
}

package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.options.RecordOptions;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Describes the read of each file for the tasks of a query.
 *
 * @param options the options of the read
 * @param dataSchema all columns that the files have according to the schema, without partition columns; a struct that
 *     is flattened has a column for each field
 * @param wanted the first columns of a batch, in order: some of {@code dataSchema} or structs of them, with the
 *     corrupt-record column if it is selected
 * @param partitionSchema the partition columns after them; each has one value in all rows of a file
 * @param metadata the fields of the column {@code _metadata}, which follows them; without fields if it is not selected
 * @param caseSensitive whether a column and a feature have different names if the names differ only in case
 * @param filters the filters that rows must pass, only on columns of {@code dataSchema}; the reader evaluates them
 *     exactly as Spark would
 * @param limit the number of rows after which a split ends; negative for no limit
 * @param counting whether the read returns only the number of records: a column of longs, with one row for each split
 */
public record ReadPlan(
        RecordOptions options,
        StructType dataSchema,
        StructType wanted,
        StructType partitionSchema,
        StructType metadata,
        boolean caseSensitive,
        List<Filter> filters,
        int limit,
        boolean counting)
        implements Serializable {

    public ReadPlan {
        filters = List.copyOf(filters);
    }

    /** Returns the columns of a batch. */
    public StructType schema() {
        if (counting) {
            return new StructType().add("count", DataTypes.LongType, false);
        }
        StructType schema = wanted;
        for (StructField field : constants().fields()) {
            schema = schema.add(field);
        }
        return schema;
    }

    /** Returns the last columns of a batch, which have one value in all rows of a split. */
    StructType constants() {
        return metadata.isEmpty() ? partitionSchema : partitionSchema.add(FileMetadata.NAME, metadata, false);
    }
}

package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.options.RecordOptions;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What a query wants of every file; goes to the tasks.
 *
 * @param options the options of the read
 * @param dataSchema all columns that the files have according to the schema, without partition columns
 * @param wanted the columns that a batch begins with, in order: some of {@code dataSchema}, the corrupt-record column among them
 *     if it is asked for
 * @param partitionSchema the partition columns that come behind them, the same value in all rows of a file
 * @param filters what rows must meet, all of it decided here just as Spark would; only of columns of {@code dataSchema}
 * @param limit a split gives so many rows and then ends; negative for no limit
 * @param counting whether a batch has nothing but one column of longs with the number of records, one row for a split
 */
public record ReadPlan(
        RecordOptions options,
        StructType dataSchema,
        StructType wanted,
        StructType partitionSchema,
        List<Filter> filters,
        int limit,
        boolean counting)
        implements Serializable {

    public ReadPlan {
        filters = List.copyOf(filters);
    }

    /** The columns of a batch. */
    public StructType schema() {
        if (counting) {
            return new StructType().add("count", DataTypes.LongType, false);
        }
        StructType schema = wanted;
        for (StructField field : partitionSchema.fields()) {
            schema = schema.add(field);
        }
        return schema;
    }
}

package dev.riffle.spark.internal.write;

import dev.riffle.hadoop.PartFiles;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.RecordOptions;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;

/** Creates the writers of tasks. */
public final class RecordWriterFactory extends OutputWriterFactory {

    private static final long serialVersionUID = 1;

    private final RecordOptions options;

    RecordWriterFactory(RecordOptions options) {
        this.options = options;
    }

    /**
     * Prepares the writing of rows. Runs on the driver before any task.
     *
     * @param dataSchema the columns to write, without partition columns
     * @throws IllegalArgumentException if records cannot hold a column; the message contains its name, its type and a
     *     remedy
     */
    public static OutputWriterFactory prepare(SparkSession session, RecordOptions options, StructType dataSchema) {
        check(session, options, dataSchema);
        return new RecordWriterFactory(options);
    }

    /** Rejects columns that records cannot hold. */
    public static void check(SparkSession session, RecordOptions options, StructType dataSchema) {
        boolean exact = session.sessionState().conf().caseSensitiveAnalysis();
        WrittenColumn.of(dataSchema, options, exact ? WrittenColumn.Names.EXACT : WrittenColumn.Names.IGNORING_CASE);
    }

    private static String extension(RecordOptions options) {
        return PartFiles.extension(options.format(), Compression.of(options.compression()));
    }

    @Override
    public String getFileExtension(TaskAttemptContext context) {
        return extension(options);
    }

    @Override
    public OutputWriter newInstance(String path, StructType dataSchema, TaskAttemptContext context) {
        return new RecordOutputWriter(
                path, extension(options), RowEncoder.of(dataSchema, options), options, context.getConfiguration());
    }
}

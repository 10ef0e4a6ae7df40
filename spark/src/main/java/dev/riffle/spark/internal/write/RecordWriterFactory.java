package dev.riffle.spark.internal.write;

import dev.riffle.hadoop.PartFiles;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.manifest.WrittenFile;
import dev.riffle.spark.internal.manifest.WrittenFiles;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.schema.ReadableSchema;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.CollectionAccumulator;
import org.jspecify.annotations.Nullable;

/** Creates the writers of tasks. */
public final class RecordWriterFactory extends OutputWriterFactory {

    private static final long serialVersionUID = 1;

    private final RecordOptions options;

    /** Receives the files of successful tasks; null if the write stores no manifest. */
    private final @Nullable CollectionAccumulator<WrittenFile> written;

    RecordWriterFactory(RecordOptions options, @Nullable CollectionAccumulator<WrittenFile> written) {
        this.options = options;
        this.written = written;
    }

    /**
     * Prepares the writing of rows. Runs on the driver before any task.
     *
     * @param dataSchema the columns to write, without partition columns
     * @param files collects the written files; null if the write stores no manifest
     * @throws IllegalArgumentException if records cannot hold a column; the message contains its name, its type and a
     *     remedy
     */
    public static OutputWriterFactory prepare(
            SparkSession session, RecordOptions options, StructType dataSchema, @Nullable WrittenFiles files) {
        check(session, options, dataSchema);
        return new RecordWriterFactory(
                options,
                files == null ? null : files.begin(session, options, ReadableSchema.features(dataSchema, options)));
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
                path,
                extension(options),
                RowEncoder.of(dataSchema, options),
                options,
                context.getConfiguration(),
                written == null ? file -> {} : written::add);
    }
}

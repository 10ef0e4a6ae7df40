package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.filter.FilterDates;
import dev.riffle.spark.internal.filter.RowFilter;
import dev.riffle.spark.internal.infer.SchemaInference;
import dev.riffle.spark.internal.manifest.WrittenFiles;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.plan.SplitPlanner;
import dev.riffle.spark.internal.read.ReadPlan;
import dev.riffle.spark.internal.read.SplitFunction;
import dev.riffle.spark.internal.read.SplitOpener;
import dev.riffle.spark.internal.schema.ReadableSchema;
import dev.riffle.spark.internal.write.RecordWriterFactory;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.OptionConverters;

/**
 * Implements Spark's older interface to files. Spark uses this interface to write files, to read tables, and for SQL on
 * files. The class is not registered as a service.
 */
abstract class RecordFileFormat implements FileFormat, DataSourceRegister, Serializable {

    private static final long serialVersionUID = 1;

    private final RecordFormat format;

    /** Collects the files of one write on the driver; null if the format does not belong to a write. */
    private final transient @Nullable WrittenFiles files;

    RecordFileFormat(RecordFormat format, @Nullable WrittenFiles files) {
        this.format = format;
        this.files = files;
    }

    /** Returns the same format for one write, which collects its files. */
    abstract RecordFileFormat collecting(WrittenFiles written);

    /** Returns the format of the files. */
    final RecordFormat recordFormat() {
        return format;
    }

    private RecordOptions options(scala.collection.immutable.Map<String, String> given, SparkSession session) {
        return SessionOptions.of(format, SessionOptions.asGiven(given), session);
    }

    @Override
    public Option<StructType> inferSchema(
            SparkSession session, scala.collection.immutable.Map<String, String> given, Seq<FileStatus> files) {
        return OptionConverters.toScala(SchemaInference.infer(
                session, SessionOptions.asGiven(given), options(given, session), CollectionConverters.asJava(files)));
    }

    @Override
    public boolean isSplitable(SparkSession session, scala.collection.immutable.Map<String, String> given, Path path) {
        return SplitPlanner.divides(path, options(given, session));
    }

    @Override
    public boolean supportBatch(SparkSession session, StructType schema) {
        return true;
    }

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            scala.collection.immutable.Map<String, String> given,
            Configuration hadoop) {
        RecordOptions options = options(given, session);
        SessionOptions.warnOfUnknown(format, SessionOptions.asGiven(given), session);
        StructType fileSchema = ReadableSchema.without(
                partitionSchema, dataSchema, session.sessionState().conf());
        ReadableSchema.check(fileSchema, options, session.sessionState().conf());
        StructType features = ReadableSchema.flattened(fileSchema, options);
        StructType decidable = ReadableSchema.decidable(features, options);
        List<Filter> hints = new ArrayList<>();
        CollectionConverters.asJava(filters).forEach(filter -> hints.add(FilterDates.asDays(filter)));
        // Spark quotes names only if spark.sql.optimizer.nestedPredicatePushdown.supportedFileSources lists this source
        hints.removeIf(filter -> RowFilter.isAmbiguous(filter, decidable) || !RowFilter.canEvaluate(filter, decidable));
        // Spark itself adds the column _metadata to the rows of this interface.
        ReadPlan plan = new ReadPlan(
                options,
                features,
                requiredSchema,
                partitionSchema,
                new StructType(),
                session.sessionState().conf().caseSensitiveAnalysis(),
                hints,
                -1,
                false);
        SplitOpener opener = SplitOpener.of(plan, session, hadoop);
        Map<String, String> words = CollectionConverters.asJava(given);
        boolean batches = Boolean.parseBoolean(words.get(FileFormat.OPTION_RETURNING_BATCH()));
        return new SplitFunction(opener, batches ? SplitFunction.Gives.BATCHES : SplitFunction.Gives.ROWS);
    }

    @Override
    public OutputWriterFactory prepareWrite(
            SparkSession session,
            Job job,
            scala.collection.immutable.Map<String, String> given,
            StructType dataSchema) {
        Map<String, String> asGiven = SessionOptions.asGiven(given);
        SessionOptions.warnOfUnknown(format, asGiven, session);
        RecordOptions options = SessionOptions.ofWrite(format, asGiven, session, job.getConfiguration());
        return RecordWriterFactory.prepare(session, options, dataSchema, files);
    }

    @Override
    public String toString() {
        return format.title();
    }

    // Spark runs equal reads only once

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordFileFormat that && format == that.format;
    }

    @Override
    public int hashCode() {
        return format.hashCode();
    }
}

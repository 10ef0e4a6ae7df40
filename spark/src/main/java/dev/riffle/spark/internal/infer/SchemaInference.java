package dev.riffle.spark.internal.infer;

import dev.riffle.spark.internal.manifest.StoredSchema;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.read.SplitOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Infers the columns of files from a sample. The sample has files at even distances in the order of their names, and
 * the first records of each file. Empty files do not count.
 *
 * <p>A feature is a column if a record of the sample has it with a kind. Records that lack the feature or its kind do
 * not count. The column is a scalar if every record with the feature has exactly one value, and an array otherwise.
 * Feature lists are arrays of arrays. The Examples of a list are an array of structs. Different kinds are a
 * contradiction. The error names both places.
 *
 * <p>In {@link ReadMode#FAILFAST}, a bad record of the sample is an error. The other modes skip bad records, and files
 * that are damaged at their beginning. A file of another known format is an error in every mode. In {@link
 * ReadMode#PERMISSIVE}, the schema has the corrupt-record column if the sample has a bad record. To have this column
 * always, pass a schema. Records of type bytes have a fixed schema, so the inference checks only their format.
 */
public final class SchemaInference {

    private static final long SMALL_FILE_BYTES = 4 << 20;

    private static final int TASKS_PER_CORE = 4;

    private final SparkSession session;
    private final Configuration configuration;
    private final FilesSurvey survey;

    private SchemaInference(SparkSession session, Configuration configuration, FilesSurvey survey) {
        this.session = session;
        this.configuration = configuration;
        this.survey = survey;
    }

    /**
     * Returns the schema of these files: the columns in their manifests, or else the columns of a sample in the order
     * of their names. Empty if the files have no records. All columns are nullable.
     *
     * @param given the options as the user wrote them, with their case; some options configure Hadoop's access to the
     *     files, or whether Spark skips missing or corrupt files
     * @throws UncheckedIOException if a file cannot be read, is damaged in {@link ReadMode#FAILFAST}, or is not a
     *     record file; the message names the file. Tasks report unreadable files with an exception of Spark
     * @throws IllegalArgumentException if records contradict each other; the message names files, records, features and
     *     kinds. Also if the schema must come from a manifest and no manifest fits
     */
    public static Optional<StructType> infer(
            SparkSession session, Map<String, String> given, RecordOptions options, List<FileStatus> files) {
        Configuration configuration = SessionOptions.hadoop(given, session);
        boolean caseSensitive = session.sessionState().conf().caseSensitiveAnalysis();
        Optional<StructType> stored = StoredSchema.of(files, options, configuration, caseSensitive);
        if (stored.isPresent()) {
            return stored;
        }
        FilesSurvey survey = new FilesSurvey(options, new FileSourceOptions(SessionOptions.toScala(given)));
        try {
            PartialSchema known = new SchemaInference(session, configuration, survey).survey(files);
            return InferredSchema.of(known, options, caseSensitive);
        } catch (IOException e) {
            throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
        }
    }

    private PartialSchema survey(List<FileStatus> files) throws IOException {
        RecordOptions options = survey.options();
        if (options.recordType() == RecordType.BYTES && options.mode() != ReadMode.PERMISSIVE) {
            return PartialSchema.EMPTY;
        }
        List<FileStatus> filled = new ArrayList<>(files);
        filled.removeIf(file -> file.getLen() == 0);
        Collections.sort(filled);
        List<FileStatus> sample = spread(filled, options.sampledFiles());
        PartialSchema known = surveyAll(sample);
        if (known.records() > 0 || known.problem() != null || sample.size() == filled.size()) {
            return known;
        }
        // A compressed file without a record has a size above 0, so only its survey shows that it is empty.
        filled.removeAll(new HashSet<>(sample));
        return known.merge(surveyAll(filled));
    }

    /** Returns at most this number of elements of a list, at even distances, beginning with the first. */
    public static <T> List<T> spread(List<T> all, int most) {
        int count = Math.min(all.size(), most);
        List<T> some = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            some.add(all.get((int) ((long) i * all.size() / count)));
        }
        return some;
    }

    private PartialSchema surveyAll(List<FileStatus> files) throws IOException {
        List<String> paths =
                files.stream().map(file -> file.getPath().toString()).toList();
        if (files.isEmpty() || (files.size() == 1 && files.get(0).getLen() <= SMALL_FILE_BYTES)) {
            return survey.of(paths.iterator(), configuration);
        }
        return surveyOnCluster(paths);
    }

    private PartialSchema surveyOnCluster(List<String> paths) throws IOException {
        JavaSparkContext cluster = JavaSparkContext.fromSparkContext(session.sparkContext());
        Broadcast<SerializableConfiguration> sent = SplitOpener.broadcast(configuration, session);
        try {
            int tasks = (int) Math.min(paths.size(), (long) TASKS_PER_CORE * cluster.defaultParallelism());
            PartialSchema known = PartialSchema.EMPTY;
            for (byte[] part : cluster.parallelize(paths, tasks)
                    .mapPartitions(new SurveyTask(sent, survey))
                    .collect()) {
                known = known.merge(SurveyTask.ofBytes(part));
            }
            return known;
        } finally {
            sent.destroy();
        }
    }
}

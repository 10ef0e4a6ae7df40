package dev.riffle.spark.internal.infer;

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
 * Finds out which columns files have: a sample of them, spread evenly over all in the order of their names, and of each its first
 * records. Empty files do not count.
 *
 * <p>A feature is a column if a record of the sample has it with a kind; records without it, and those that have it without a kind,
 * say nothing. It is a scalar if every record that has it has exactly one value, and an array otherwise. Feature lists are arrays of
 * arrays. Kinds that differ are a contradiction, which is refused with both places.
 *
 * <p>Bad records of the sample are an error where the mode is to fail, and otherwise passed over, files that are damaged at their
 * beginning included; a file that is known to be of another kind is an error in every mode. Under {@link ReadMode#PERMISSIVE}
 * the schema has the corrupt-record column if the sample had a bad record; who wants it in any case gives a schema. Records that are
 * just bytes have the same schema everywhere: no file is looked at but to find out that.
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
     * The schema of some files; empty if they have no records. Columns are in the order of their names, all of them nullable.
     *
     * @param given the options as the user gave them, case kept: some say how Hadoop reaches the files, and whether Spark shall leave out
     *     missing or corrupt ones
     * @throws UncheckedIOException if a file cannot be read, is damaged where the mode is to fail, or has no records but something
     *     else; the message names it. From tasks, files that cannot be read come as Spark's own exception
     * @throws IllegalArgumentException if records contradict each other; the message names files, records, features and kinds
     */
    public static Optional<StructType> infer(
            SparkSession session, Map<String, String> given, RecordOptions options, List<FileStatus> files) {
        Configuration configuration = SessionOptions.hadoop(given, session);
        FilesSurvey survey = new FilesSurvey(options, new FileSourceOptions(SessionOptions.toScala(given)));
        try {
            PartialSchema known = new SchemaInference(session, configuration, survey).survey(files);
            boolean caseSensitive = session.sessionState().conf().caseSensitiveAnalysis();
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
        // compressed files without a record are not empty to the eye
        filled.removeAll(new HashSet<>(sample));
        return known.merge(surveyAll(filled));
    }

    /** So many elements of a list, or all, at even distances from the first on. */
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

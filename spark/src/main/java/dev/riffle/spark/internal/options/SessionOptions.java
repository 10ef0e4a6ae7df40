package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/** Resolves the options of a read or write in a session. */
public final class SessionOptions {

    private static final String CORRUPT_COLUMN = "spark.sql.columnNameOfCorruptRecord";

    private SessionOptions() {}

    /**
     * Returns the checked options.
     *
     * @throws IllegalArgumentException if an option is invalid
     */
    public static RecordOptions of(RecordFormat format, Map<String, @Nullable String> options, SparkSession session) {
        return RecordOptions.of(format, options, session.conf().get(CORRUPT_COLUMN));
    }

    /**
     * Returns the checked options of a write. If the options contain no compression, the compression of the cluster
     * applies.
     *
     * @param cluster the configuration of the job that writes
     * @throws IllegalArgumentException if an option is invalid
     */
    public static RecordOptions ofWrite(
            RecordFormat format, Map<String, String> options, SparkSession session, Configuration cluster) {
        return of(format, ClusterCompression.addTo(options, format, cluster, session.sparkContext()), session);
    }

    /** Logs a warning once for each query if an option is unknown to Riffle and Spark. */
    public static void warnOfUnknown(RecordFormat format, Map<String, @Nullable String> options, SparkSession session) {
        List<String> unknown = RecordOptions.unknown(options);
        if (!unknown.isEmpty()) {
            QueryWarnings.warn(
                    session.sparkContext(),
                    "ignored unknown options of " + format.title() + " files: " + String.join(", ", unknown));
        }
    }

    /**
     * Returns the session's configuration of Hadoop. Options such as {@code fs.s3a.endpoint} override its settings. The
     * names of these options are case-sensitive.
     */
    public static Configuration hadoop(Map<String, String> options, SparkSession session) {
        return session.sessionState().newHadoopConfWithOptions(toScala(options));
    }

    /**
     * Returns the options of Spark's older interface with names as the user wrote them. The map of the interface has
     * these names in lower case.
     */
    public static Map<String, String> asGiven(scala.collection.immutable.Map<String, String> options) {
        return withoutNulls(CollectionConverters.asJava(
                options instanceof CaseInsensitiveMap<String> folded ? folded.originalMap() : options));
    }

    /** Returns the options with a value other than null. */
    public static Map<String, String> withoutNulls(Map<String, @Nullable String> options) {
        Map<String, String> given = new HashMap<>();
        options.forEach((name, value) -> {
            if (value != null) {
                given.put(name, value);
            }
        });
        return Map.copyOf(given);
    }

    /** Returns a map as an immutable map of Scala. */
    public static scala.collection.immutable.Map<String, String> toScala(Map<String, String> options) {
        return Map$.MODULE$.from(CollectionConverters.asScala(options));
    }
}

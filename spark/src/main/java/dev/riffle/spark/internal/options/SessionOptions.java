package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/** What the options of a read or write mean in a session. */
public final class SessionOptions {

    private static final String CORRUPT_COLUMN = "spark.sql.columnNameOfCorruptRecord";

    private SessionOptions() {}

    /**
     * The options, checked.
     *
     * @throws IllegalArgumentException if one of them cannot be
     */
    public static RecordOptions of(RecordFormat format, Map<String, @Nullable String> options, SparkSession session) {
        return RecordOptions.of(format, options, session.conf().get(CORRUPT_COLUMN));
    }

    /** The session's configuration of Hadoop with the options over it, such as {@code fs.s3a.endpoint}: case matters there. */
    public static Configuration hadoop(Map<String, String> options, SparkSession session) {
        return session.sessionState().newHadoopConfWithOptions(toScala(options));
    }

    /** The options of Spark's older interface with their names as the user wrote them: its map gives them in lower case. */
    public static Map<String, String> asGiven(scala.collection.immutable.Map<String, String> options) {
        return withoutNulls(CollectionConverters.asJava(
                options instanceof CaseInsensitiveMap<String> folded ? folded.originalMap() : options));
    }

    /** Those options that are given: a null means that one is not. */
    public static Map<String, String> withoutNulls(Map<String, @Nullable String> options) {
        Map<String, String> given = new HashMap<>();
        options.forEach((name, value) -> {
            if (value != null) {
                given.put(name, value);
            }
        });
        return Map.copyOf(given);
    }

    /** The same map for Scala. */
    public static scala.collection.immutable.Map<String, String> toScala(Map<String, String> options) {
        return Map$.MODULE$.from(CollectionConverters.asScala(options));
    }
}

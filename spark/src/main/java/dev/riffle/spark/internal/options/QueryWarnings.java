package dev.riffle.spark.internal.options;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a warning once for each query, on the driver. Spark may ask a source for readers or writers several times in one
 * query, and for each batch of a stream. Safe for use by several threads.
 */
final class QueryWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(QueryWarnings.class);

    /** The properties that identify a query: a stream, a query with nested queries, any other query. */
    private static final String[] QUERY = {
        "sql.streaming.queryId", "spark.sql.execution.root.id", "spark.sql.execution.id"
    };

    private static final int MOST_RECENT = 1000;

    /** The warnings of recent queries. */
    private static final Set<String> RECENT = Collections.synchronizedSet(Collections.newSetFromMap(new Recent()));

    private QueryWarnings() {}

    /** Logs a warning unless the current query has logged it. */
    static void warn(SparkContext context, String message) {
        String query = query(context);
        if (query == null || RECENT.add(query + " " + message)) {
            LOG.warn(message);
        }
    }

    /** Returns the current query, or null before Spark executes a query. */
    private static @Nullable String query(SparkContext context) {
        for (String property : QUERY) {
            String value = context.getLocalProperty(property);
            if (value != null) {
                return property + "=" + value;
            }
        }
        return null;
    }

    private static final class Recent extends LinkedHashMap<String, Boolean> {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_RECENT;
        }
    }
}

package dev.riffle.spark.internal.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.AccumulatorV2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the unmatched columns of a query from its tasks. Logs one warning for each column on the driver. The sample
 * is one split of each executor, so a query reads no additional data.
 */
final class UnmatchedColumns extends AccumulatorV2<UnmatchedColumn, List<UnmatchedColumn>> {

    private static final long serialVersionUID = 1;

    private static final Logger LOG = LoggerFactory.getLogger(UnmatchedColumns.class);

    private static final int REMEMBERED_QUERIES = 1000;

    /** The last queries with a sample in this JVM, by the numbers of their accumulators. */
    private static final Set<Long> SAMPLED =
            Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                    return size() > REMEMBERED_QUERIES;
                }
            }));

    private final CopyOnWriteArrayList<UnmatchedColumn> found = new CopyOnWriteArrayList<>();

    /** The columns with a warning; used on the driver. */
    private final ConcurrentHashMap<String, Boolean> reported = new ConcurrentHashMap<>();

    /** Returns an accumulator for a query. */
    static UnmatchedColumns of(SparkSession session) {
        UnmatchedColumns columns = new UnmatchedColumns();
        session.sparkContext().register(columns);
        return columns;
    }

    /** Returns true for the first split of the query in this JVM. */
    boolean takesSample() {
        return SAMPLED.add(id());
    }

    @Override
    public boolean isZero() {
        return found.isEmpty();
    }

    @Override
    public UnmatchedColumns copy() {
        UnmatchedColumns copy = new UnmatchedColumns();
        copy.found.addAll(found);
        return copy;
    }

    @Override
    public void reset() {
        found.clear();
    }

    @Override
    public void add(UnmatchedColumn column) {
        found.add(column);
    }

    /** Logs the columns of a task. Spark calls this method on the driver when a task has ended. */
    @Override
    public void merge(AccumulatorV2<UnmatchedColumn, List<UnmatchedColumn>> task) {
        for (UnmatchedColumn column : task.value()) {
            if (reported.putIfAbsent(column.name(), true) == null) {
                LOG.warn("{}", column.warning());
            }
        }
    }

    @Override
    public List<UnmatchedColumn> value() {
        return List.copyOf(found);
    }
}

package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.metric.BytesMetric;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.metric.RecordsMetric;
import dev.riffle.spark.internal.metric.SkippedMetric;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the splits of a task in order. Replaces Spark's {@code FilePartitionReader}, which does not report the metrics
 * of its readers.
 */
final class SplitsReader implements PartitionReader<ColumnarBatch> {

    private static final Logger LOG = LoggerFactory.getLogger(SplitsReader.class);

    private final SplitOpener opener;

    private final FileSourceOptions tolerated;

    private final Iterator<PartitionedFile> splits;

    private final ReadCounts before = new ReadCounts();

    private @Nullable SplitBatches present;

    private long rows;

    SplitsReader(SplitOpener opener, FileSourceOptions tolerated, List<PartitionedFile> splits) {
        this.opener = opener;
        this.tolerated = tolerated;
        this.splits = splits.iterator();
    }

    @Override
    public boolean next() throws IOException {
        int limit = opener.plan().limit();
        while (limit < 0 || rows < limit) {
            if (present != null && nextOf(present)) {
                rows += present.batch().numRows();
                return true;
            }
            close();
            if (!splits.hasNext()) {
                return false;
            }
            open(splits.next());
        }
        return false;
    }

    private void open(PartitionedFile split) throws IOException {
        InputFileBlockHolder.set(split.urlEncodedPath(), split.start(), split.length());
        try {
            present = opener.open(split);
        } catch (FileNotFoundException e) {
            if (!tolerated.ignoreMissingFiles()) {
                throw e;
            }
            LOG.warn("Skipped a missing file: {}", split.toPath(), e);
        } catch (IOException | RuntimeException e) {
            if (!tolerates(e)) {
                throw e;
            }
            LOG.warn("Skipped a corrupt file: {}", split.toPath(), e);
        }
    }

    private boolean nextOf(SplitBatches batches) throws IOException {
        try {
            return batches.next();
        } catch (IOException | RuntimeException e) {
            if (!tolerates(e)) {
                throw e;
            }
            LOG.warn("Skipped the rest of a corrupt file: {}", InputFileBlockHolder.getInputFilePath(), e);
            return false;
        }
    }

    /**
     * Returns whether to continue with the next split, as Spark's built-in sources do with {@code ignoreCorruptFiles}.
     */
    private boolean tolerates(Exception failure) {
        boolean unreachable = failure instanceof FileNotFoundException
                || failure instanceof AccessControlException
                || failure instanceof BlockMissingException;
        return tolerated.ignoreCorruptFiles() && !unreachable;
    }

    @Override
    public ColumnarBatch get() {
        if (present == null) {
            throw new IllegalStateException("no batch");
        }
        return present.batch();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        ReadCounts sum = new ReadCounts();
        sum.add(before);
        if (present != null) {
            sum.add(present.counts());
        }
        return new CustomTaskMetric[] {
            new TaskCount(RecordsMetric.NAME, sum.records),
            new TaskCount(BytesMetric.NAME, sum.bytes),
            new TaskCount(SkippedMetric.NAME, sum.skipped),
            new TaskCount(DecodedFeaturesMetric.NAME, sum.decodedFeatures)
        };
    }

    @Override
    public void close() throws IOException {
        InputFileBlockHolder.unset();
        if (present != null) {
            SplitBatches done = present;
            present = null;
            before.add(done.counts());
            done.close();
        }
    }

    /** Holds the current count of a task. */
    private record TaskCount(String name, long value) implements CustomTaskMetric {}
}

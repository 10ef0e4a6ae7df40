package dev.riffle.spark.internal.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.AbstractIterator;

/**
 * Iterates over the batches of a split. Spark closes the iterator because it is {@link Closeable}.
 *
 * <p>Spark's older interface has no metrics for a source. So this class reports skipped records in the log.
 */
final class BatchIterator extends AbstractIterator<ColumnarBatch> implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(BatchIterator.class);

    private final SplitBatches batches;

    private final PartitionedFile split;

    private boolean ready;

    private boolean ended;

    private boolean reported;

    BatchIterator(SplitBatches batches, PartitionedFile split) {
        this.batches = batches;
        this.split = split;
    }

    @Override
    public boolean hasNext() {
        if (!ready && !ended) {
            try {
                ready = batches.next();
                ended = !ready;
            } catch (IOException e) {
                throw Unchecked.thrown(e);
            }
        }
        return ready;
    }

    @Override
    public ColumnarBatch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ready = false;
        return batches.batch();
    }

    @Override
    public void close() throws IOException {
        try (batches) {
            reportSkipped();
        }
    }

    /** Reports skipped records at the first call only, because Spark may close the iterator several times. */
    private void reportSkipped() {
        if (batches.counts().skipped > 0 && !reported) {
            reported = true;
            LOG.warn(
                    "{}, bytes {} to {}: {}; option mode sets how they are read",
                    split.toPath(),
                    split.start(),
                    split.start() + split.length(),
                    batches.skipped());
        }
    }
}

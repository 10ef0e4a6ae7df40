package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.BatchNode;
import dev.riffle.internal.Argument;

/**
 * Batches of elements. The collator decides between TensorFlow's {@code batch}, {@code padded_batch} and
 * {@code ragged_batch}. If an element fails, the dataset drops the earlier elements of the same batch. The next batch
 * begins after the failed element. If the collator fails, the elements of the batch are lost. Immutable and safe for
 * use by several threads.
 *
 * @param <T> the type of the elements
 * @param <B> the type of the batches
 * @since 0.1
 */
public final class BatchDataset<T, B> extends Dataset<B> {

    private final BatchNode<T, B> own;

    BatchDataset(BatchNode<T, B> node) {
        super(node);
        this.own = node;
    }

    /** Drops the last batch if it is not full: TensorFlow's {@code drop_remainder=True}. */
    public BatchDataset<T, B> dropRemainder() {
        return new BatchDataset<>(own.dropRemainder());
    }

    /** Collates several batches in parallel. The input still produces elements one at a time. */
    public BatchDataset<T, B> parallel(Parallel parallel) {
        return new BatchDataset<>(
                own.parallel(Argument.present(parallel, "parallel").parallelism()));
    }
}

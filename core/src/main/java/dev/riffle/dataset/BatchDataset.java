package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.BatchNode;
import dev.riffle.internal.Argument;

/**
 * Batches of elements: TensorFlow's {@code batch}, {@code padded_batch} and {@code ragged_batch}, depending on the
 * collator. If an element fails, the dataset drops the elements of its batch collected before it, and the next batch
 * begins after it. If a batch cannot be collated, its elements are lost. Immutable, and safe for several threads.
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

    /** Leaves out the last batch if it is not full: TensorFlow's {@code drop_remainder=True}. */
    public BatchDataset<T, B> dropRemainder() {
        return new BatchDataset<>(own.dropRemainder());
    }

    /** Collates several batches at a time. The input still makes one element after the other. */
    public BatchDataset<T, B> parallel(Parallel parallel) {
        return new BatchDataset<>(
                own.parallel(Argument.present(parallel, "parallel").parallelism()));
    }
}

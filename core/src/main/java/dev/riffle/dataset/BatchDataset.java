package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.BatchNode;
import dev.riffle.internal.Argument;

/**
 * Batches of elements: TensorFlow's {@code batch}, {@code padded_batch} and {@code ragged_batch}, by collator. Where an
 * element cannot be made, those collected before it are dropped with it, and the next batch begins behind it; where a batch
 * cannot be collated, its elements are gone.
 */
public final class BatchDataset<T, B> extends Dataset<B> {

    private final BatchNode<T, B> own;

    BatchDataset(BatchNode<T, B> node) {
        super(node);
        this.own = node;
    }

    /** Leaves out a last batch that is not full: TensorFlow's {@code drop_remainder=True}. */
    public BatchDataset<T, B> dropRemainder() {
        return new BatchDataset<>(own.dropRemainder());
    }

    /** Collates several batches at a time; elements are still made one after the other. */
    public BatchDataset<T, B> parallel(Parallel parallel) {
        return new BatchDataset<>(
                own.parallel(Argument.present(parallel, "parallel").parallelism()));
    }
}

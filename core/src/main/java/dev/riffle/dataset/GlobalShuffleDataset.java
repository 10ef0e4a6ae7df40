package dev.riffle.dataset;

import dev.riffle.dataset.internal.shuffle.GlobalShuffleNode;
import dev.riffle.io.Bytes;

/**
 * All records of an index in a random order, without a shuffle buffer. A record can have any position in the order.
 * Memory use does not grow with the number of records. Each epoch has another order. Several workers can share an
 * epoch. Exactly one worker receives each record, exactly once.
 *
 * <p>The index stays open as long as a run uses it. TensorFlow has an experimental global shuffle with a different
 * order. Immutable and safe for use by several threads; each option returns a new dataset.
 *
 * @since 0.1
 */
public final class GlobalShuffleDataset extends Dataset<Bytes> {

    private final GlobalShuffleNode own;

    GlobalShuffleDataset(GlobalShuffleNode node) {
        super(node);
        this.own = node;
    }

    /**
     * Sets the number of consecutive epochs. The default is 1.
     *
     * @throws IllegalArgumentException if {@code epochs} is negative
     */
    public GlobalShuffleDataset epochs(long epochs) {
        return new GlobalShuffleDataset(own.epochs(epochs));
    }

    /** Repeats epochs infinitely. The dataset of an index without records stays empty. */
    public GlobalShuffleDataset endless() {
        return new GlobalShuffleDataset(own.endless());
    }

    /**
     * Sets the number of the first epoch. The order of an epoch does not depend on the first epoch of the run. The
     * default is 0.
     *
     * <p>Each run begins with this epoch, so {@code repeat} and a new iterator return the same epochs again. For
     * different epochs, set several {@link #epochs} or {@link #endless}, and read all epochs with one iterator.
     *
     * @param epoch from 0 to {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code epoch} is not in that range
     */
    public GlobalShuffleDataset fromEpoch(long epoch) {
        return new GlobalShuffleDataset(own.fromEpoch(epoch));
    }

    /**
     * Selects the share of one worker: every {@code workers}-th record of each epoch. The shares of two workers differ
     * by at most one record.
     *
     * @param worker the number of this worker, from 0 on
     * @param workers the number of workers
     * @throws IllegalArgumentException if {@code workers} is not positive, or if {@code worker} is not below
     *     {@code workers}
     */
    public GlobalShuffleDataset worker(int worker, int workers) {
        return new GlobalShuffleDataset(own.worker(worker, workers));
    }
}

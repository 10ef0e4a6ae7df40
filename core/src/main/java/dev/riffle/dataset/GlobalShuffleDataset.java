package dev.riffle.dataset;

import dev.riffle.dataset.internal.shuffle.GlobalShuffleNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;

/**
 * All records of an index in a random order, without a shuffle buffer. A record can have any place in the order, and
 * memory does not grow with the number of records. Each epoch has another order. Several workers share an epoch:
 * exactly one of them receives each record, once.
 *
 * <p>The index stays open as long as a run uses it. TensorFlow has an experimental global shuffle; its order differs
 * from Riffle's. Immutable and safe for use by several threads; each option returns a new dataset.
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
     * Sets the number of epochs, one after the other. The default is 1.
     *
     * @throws IllegalArgumentException if {@code epochs} is negative
     */
    public GlobalShuffleDataset epochs(long epochs) {
        return new GlobalShuffleDataset(own.epochs(epochs));
    }

    /** Repeats epochs without end. With an index without records, the dataset is still empty. */
    public GlobalShuffleDataset endless() {
        return new GlobalShuffleDataset(own.endless());
    }

    /**
     * Sets the number of the first epoch. An epoch has the same order whether a run starts with it or reaches it later.
     * The default is 0.
     *
     * <p>Each run begins with this epoch, so {@code repeat} and a new iterator return the same epochs again. For
     * different epochs, set several {@link #epochs} or {@link #endless}, and read them with one iterator.
     *
     * @param epoch from 0 to {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code epoch} is not in that range
     */
    public GlobalShuffleDataset fromEpoch(long epoch) {
        return new GlobalShuffleDataset(own.fromEpoch(epoch));
    }

    /**
     * Selects the share of one worker: every {@code workers}-th place of each epoch. The shares of two workers differ
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

    /**
     * Continues with the records that other workers have left. All workers must use the same progress. A dataset that
     * resumes a checkpoint of one of these workers must use it too. So keep the text of the progress next to the
     * checkpoints.
     *
     * @throws IllegalArgumentException if the progress is of other records or of another seed
     */
    public GlobalShuffleDataset continuing(ShuffleProgress progress) {
        return new GlobalShuffleDataset(
                own.continuing(Argument.present(progress, "progress").epochsLeft()));
    }
}

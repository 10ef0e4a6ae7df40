package dev.riffle.dataset;

import dev.riffle.dataset.internal.shuffle.GlobalShuffleNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;

/**
 * All records of an index in a random order that needs no buffer: every record can come at every place, and memory does not
 * grow with the records. Each epoch has another order. Several workers share an epoch: each record comes exactly once, to
 * one of them.
 *
 * <p>Immutable; each option gives another dataset. The index stays open as long as the dataset runs. A mirror of
 * TensorFlow's experimental global shuffle, in an order of its own.
 */
public final class GlobalShuffleDataset extends Dataset<Bytes> {

    private final GlobalShuffleNode own;

    GlobalShuffleDataset(GlobalShuffleNode node) {
        super(node);
        this.own = node;
    }

    /**
     * So many epochs, one behind the other, instead of one.
     *
     * @throws IllegalArgumentException if {@code epochs} is negative
     */
    public GlobalShuffleDataset epochs(long epochs) {
        return new GlobalShuffleDataset(own.epochs(epochs));
    }

    /** Epochs without end. An index without records has an end all the same. */
    public GlobalShuffleDataset endless() {
        return new GlobalShuffleDataset(own.endless());
    }

    /**
     * Begins with this epoch instead of epoch 0: its order is that of the same epoch of a run from the beginning. A run
     * begins with it each time, so that {@code repeat} and a new iterator give the same epochs again; for different ones,
     * ask for several {@link #epochs} or for {@link #endless} ones, and take them from one iterator.
     *
     * @param epoch from 0 to {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code epoch} is not in that range
     */
    public GlobalShuffleDataset fromEpoch(long epoch) {
        return new GlobalShuffleDataset(own.fromEpoch(epoch));
    }

    /**
     * What one of several workers gets: of each epoch every {@code workers}-th place. Their numbers of records differ by
     * at most one.
     *
     * @param worker which of them this is, from 0 on
     * @param workers how many there are
     * @throws IllegalArgumentException if {@code workers} is not positive, or {@code worker} not one of them
     */
    public GlobalShuffleDataset worker(int worker, int workers) {
        return new GlobalShuffleDataset(own.worker(worker, workers));
    }

    /**
     * What others have left to do. All workers must be given the same progress, and so must a dataset that resumes a
     * checkpoint of one of them: keep its text beside the checkpoints.
     *
     * @throws IllegalArgumentException if it is the progress of other records or of another seed
     */
    public GlobalShuffleDataset continuing(ShuffleProgress progress) {
        return new GlobalShuffleDataset(
                own.continuing(Argument.present(progress, "progress").epochsLeft()));
    }
}

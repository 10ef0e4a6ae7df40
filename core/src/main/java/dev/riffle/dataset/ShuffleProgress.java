package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.shuffle.EpochsLeft;
import dev.riffle.dataset.internal.shuffle.ShuffleMerge;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.Argument;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import java.util.List;

/**
 * The records that the workers of a global shuffle have not delivered yet, computed from the checkpoints of all
 * workers. {@link GlobalShuffleDataset#continuing} divides these records among any number of other workers. No record
 * is lost or repeated. The workers may be at any position and epoch, and their number may change any number of times.
 *
 * <p>{@link #toString} returns one line of JSON. Its length grows with the number of changes and with the contents of
 * buffers, not with the number of records. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class ShuffleProgress {

    private final EpochsLeft left;

    private ShuffleProgress(EpochsLeft left) {
        this.left = left;
    }

    /**
     * Returns the records that remain after the checkpoints of all workers.
     *
     * @param workers one checkpoint of each worker, in any order. After the global shuffle, the workers' pipelines may
     *     only have stages that deliver each record at most once: {@code map}, {@code mapWithSeed}, {@code filter},
     *     {@code shuffle}, {@code batch}, {@code paddedBatch}, {@code raggedBatch}, {@code bucketBySequenceLength},
     *     {@code prefetch}, {@code ignoreErrors} and {@code elementSpec}. Records in the buffers of these stages count
     *     as not delivered.
     * @throws IllegalArgumentException if a checkpoint of a worker is missing, or if a pipeline has another stage
     * @throws CheckpointException if a checkpoint is damaged, or the checkpoints are not of one global shuffle
     */
    public static ShuffleProgress merge(List<Checkpoint> workers) {
        Argument.allPresent(workers, "workers");
        return new ShuffleProgress(
                ShuffleMerge.merge(workers.stream().map(Checkpoint::state).toList()));
    }

    /**
     * Parses the text that {@link #toString} returned.
     *
     * @throws CheckpointException if the text is not the progress of a global shuffle
     */
    public static ShuffleProgress parse(String text) {
        Argument.present(text, "text");
        try {
            return new ShuffleProgress(EpochsLeft.of(State.of(JsonValue.parse(text))));
        } catch (JsonSyntaxException | CheckpointException e) {
            throw new CheckpointException("not the progress of a global shuffle: " + e.getMessage(), e);
        }
    }

    EpochsLeft epochsLeft() {
        return left;
    }

    /** Returns the number of the first epoch that has remaining records, from 0 on. */
    public long epoch() {
        return left.epoch();
    }

    /**
     * Returns the number of remaining records of {@link #epoch()}. If the epoch has not begun, the result counts all
     * records.
     */
    public long left() {
        return left.left();
    }

    /** Returns the progress as one line of JSON. */
    @Override
    public String toString() {
        return left.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShuffleProgress that && left.equals(that.left);
    }

    @Override
    public int hashCode() {
        return left.hashCode();
    }
}

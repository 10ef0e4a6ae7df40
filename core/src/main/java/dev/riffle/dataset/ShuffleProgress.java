package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.shuffle.EpochsLeft;
import dev.riffle.dataset.internal.shuffle.ShuffleMerge;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import java.util.List;

/**
 * What all workers of a global shuffle together have still to do: made of the checkpoints of all of them, and divided
 * among any number of others by {@link GlobalShuffleDataset#continuing}. Nothing is lost and nothing comes twice, at
 * whatever elements the workers were, in whatever epochs, and however often their number changes.
 *
 * <p>{@link #toString} gives a line of JSON to keep. It grows with the number of changes and with what buffers held, not
 * with the records.
 */
public final class ShuffleProgress {

    private final EpochsLeft left;

    private ShuffleProgress(EpochsLeft left) {
        this.left = left;
    }

    /**
     * Puts together what the workers have left.
     *
     * @param workers a checkpoint of each worker, in any order. Behind the global shuffle their pipelines have only stages
     *     that give each record at most once: {@code map}, {@code filter}, {@code shuffle}, {@code batch}, {@code
     *     prefetch}, {@code ignoreErrors} and the like. What their buffers held is left to do.
     * @throws IllegalArgumentException if they are not those of all workers of one global shuffle, or a stage does not
     *     allow it; the message says which and why
     */
    public static ShuffleProgress merge(List<Checkpoint> workers) {
        return new ShuffleProgress(
                ShuffleMerge.merge(workers.stream().map(Checkpoint::state).toList()));
    }

    /**
     * The progress that {@link #toString} gave.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    public static ShuffleProgress parse(String text) {
        try {
            return new ShuffleProgress(EpochsLeft.of(State.of(JsonValue.parse(text))));
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("not the progress of a global shuffle: " + e.getMessage(), e);
        }
    }

    EpochsLeft epochsLeft() {
        return left;
    }

    /** The first epoch of which something is left, from 0 on. */
    public long epoch() {
        return left.epoch();
    }

    /** How many records are left of {@link #epoch()}; all of them if it has not begun. */
    public long left() {
        return left.left();
    }

    /** The text, one line of JSON. */
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

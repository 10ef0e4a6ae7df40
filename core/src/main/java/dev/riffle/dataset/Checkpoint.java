package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.SavedRun;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.Argument;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;

/**
 * The saved position of a pipeline, as a short text. {@link DatasetIterator#checkpoint} returns a checkpoint after any
 * element. {@link Dataset#resume} continues from this position, also in another process or on another machine.
 *
 * <pre>{@code
 * Dataset<Long> numbers = Dataset.range(10);
 * Checkpoint checkpoint;
 * try (DatasetIterator<Long> iterator = numbers.iterator()) {
 *     iterator.next(); // 0
 *     checkpoint = iterator.checkpoint();
 * }
 * try (DatasetIterator<Long> iterator = numbers.resume(Checkpoint.parse(checkpoint.toString()))) {
 *     iterator.next(); // 1
 * }
 * }</pre>
 *
 * <p>The text is JSON with a version. Its members are internal and may change. The checkpoint holds the positions of
 * elements that stages have read ahead. A resumed run reads these elements again, so the sources must not change.
 * Riffle cannot compare functions. The caller must ensure that the functions return the same results as before.
 * Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class Checkpoint {

    private final State state;

    Checkpoint(State state) {
        this.state = state;
    }

    /**
     * Parses the text that {@link #toString} returned.
     *
     * @throws CheckpointException if the text is not a checkpoint
     */
    public static Checkpoint parse(String text) {
        Argument.present(text, "text");
        if (text.isBlank()) {
            throw CheckpointFailures.noCheckpoint("the text is empty", null);
        }
        try {
            return new Checkpoint(SavedRun.checked(JsonValue.parse(text)));
        } catch (JsonSyntaxException e) {
            throw CheckpointFailures.noCheckpoint(String.valueOf(e.getMessage()), e);
        }
    }

    State state() {
        return state;
    }

    /** Returns the checkpoint as one line of JSON. */
    @Override
    public String toString() {
        return state.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checkpoint that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}

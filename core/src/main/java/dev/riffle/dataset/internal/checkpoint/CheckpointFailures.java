package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions for checkpoints that are not usable. Other exceptions during a restore are errors of a
 * function or of this library. Callers receive these exceptions unchanged.
 */
public final class CheckpointFailures {

    private CheckpointFailures() {}

    /** Returns the exception for a checkpoint with a wrong value. */
    public static CheckpointException damaged(String what) {
        return new CheckpointException("checkpoint is damaged: " + what, null);
    }

    /** Returns the exception for a wrong value at a place, such as {@code state.input.taken}. */
    static CheckpointException damaged(String place, String expected, JsonValue found) {
        return damaged((place.isEmpty() ? "" : place + " ") + "must be " + expected + ": " + found.toJson());
    }

    /** Returns the exception for a text that is not a checkpoint. */
    public static CheckpointException noCheckpoint(String reason, @Nullable Throwable cause) {
        return new CheckpointException("not a checkpoint of Riffle: " + reason, cause);
    }

    /** Returns the exception for a checkpoint of another pipeline. */
    public static CheckpointException ofAnother(String what) {
        return new CheckpointException(what, null);
    }

    /** Returns the exception for a source that returns other elements than before the checkpoint. */
    public static CheckpointException changed(String what, @Nullable Throwable cause) {
        return new CheckpointException("checkpoint is damaged, or its sources have changed: " + what, cause);
    }
}

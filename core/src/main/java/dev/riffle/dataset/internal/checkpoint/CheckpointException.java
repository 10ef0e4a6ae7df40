package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a checkpoint is not usable: it contains a wrong value, or the sources of its pipeline have changed.
 * Callers receive this exception as an {@link IllegalArgumentException}. Other exceptions during a restore are errors
 * of a function or of this library. Callers receive these exceptions unchanged.
 */
public final class CheckpointException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private CheckpointException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for a checkpoint with a wrong value. */
    public static CheckpointException damaged(String what) {
        return new CheckpointException("checkpoint is damaged: " + what, null);
    }

    /** Returns the exception for a wrong value at a place, such as {@code state.input.taken}. */
    static CheckpointException damaged(String place, String expected, JsonValue found) {
        return damaged((place.isEmpty() ? "" : place + " ") + "must be " + expected + ": " + found.toJson());
    }

    /** Returns the exception for a source that returns other elements than before the checkpoint. */
    public static CheckpointException changed(String what, @Nullable Throwable cause) {
        return new CheckpointException("checkpoint is damaged, or its sources have changed: " + what, cause);
    }
}

package dev.riffle.dataset.stage;

import dev.riffle.RiffleException;
import dev.riffle.internal.Argument;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a checkpoint is not usable: the text is not a checkpoint, a value is damaged, or the pipeline or its
 * sources are not the same as before. A program can then start from the beginning. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class CheckpointException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception. Only Riffle's packages create exceptions of this type. */
    public CheckpointException(String message, @Nullable Throwable cause) {
        super(Argument.present(message, "message"), cause);
    }
}

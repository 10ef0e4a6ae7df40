package dev.riffle.dataset.stage;

import dev.riffle.RiffleException;
import dev.riffle.dataset.internal.access.ExceptionAccess;
import dev.riffle.io.SourcePart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a pipeline cannot compute an element. The message names the stage and, if known, the file and the offset
 * of the element's record. The cause is the original failure. The iterator that threw the exception can continue with
 * the next element. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class DatasetException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final String stage;
    private final transient @Nullable SourcePart origin;
    private final boolean isInterruption;

    static {
        ExceptionAccess.set(new Access());
    }

    private DatasetException(
            String stage, @Nullable SourcePart origin, String what, @Nullable Throwable cause, boolean isInterruption) {
        super(
                origin == null || what.startsWith(origin.name())
                        ? stage + ": " + what
                        : stage + ": " + origin + ": " + what,
                cause);
        this.stage = stage;
        this.origin = origin;
        this.isInterruption = isInterruption;
    }

    /**
     * Returns the name of the stage that failed, from {@link dev.riffle.dataset.Dataset#named} or from the operation.
     */
    public String stage() {
        return stage;
    }

    /** Returns the file and the offset of the element's record, or empty if the element has no known record. */
    public Optional<SourcePart> origin() {
        return Optional.ofNullable(origin);
    }

    /** Lets the stages create exceptions. */
    private static final class Access extends ExceptionAccess<DatasetException> {

        @Override
        public DatasetException failure(
                String stage, @Nullable SourcePart origin, String what, @Nullable Throwable cause) {
            return new DatasetException(stage, origin, what, cause, false);
        }

        @Override
        public DatasetException interruption(String stage, InterruptedException cause) {
            return new DatasetException(stage, null, "interrupted", cause, true);
        }

        @Override
        public boolean isInterruption(DatasetException failure) {
            return failure.isInterruption;
        }
    }
}

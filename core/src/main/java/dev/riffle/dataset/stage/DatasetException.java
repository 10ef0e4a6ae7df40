package dev.riffle.dataset.stage;

import dev.riffle.dataset.internal.access.ExceptionAccess;
import dev.riffle.io.SourcePart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An element could not be made. The message names the stage and, where it is known, the file and the offset of the record
 * that the element came from; the cause is what went wrong. The iterator that threw it can go on with the next element.
 *
 * @since 0.1
 */
public final class DatasetException extends RuntimeException {

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

    /** The stage that failed, as {@link dev.riffle.dataset.Dataset#named} or the operation calls it. */
    public String stage() {
        return stage;
    }

    /** Where the record began that the element was made of, if a record file is behind it. */
    public Optional<SourcePart> origin() {
        return Optional.ofNullable(origin);
    }

    /** Creates exceptions for the stages, and says which of them report an interruption. */
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

package dev.riffle.dataset.internal.access;

import dev.riffle.io.SourcePart;
import org.jspecify.annotations.Nullable;

/**
 * Lets stages create the exception that callers catch, whose constructor callers must not see. The exception hands its
 * access over when its class is initialized.
 */
public abstract class ExceptionAccess<E extends RuntimeException> {

    private static volatile @Nullable ExceptionAccess<?> given;

    public static void set(ExceptionAccess<?> access) {
        given = access;
    }

    /** Returns the access that was given, or null if the class of the exception is not initialized. */
    public static @Nullable ExceptionAccess<?> get() {
        return given;
    }

    /** Returns a failure of a stage at an element. */
    public abstract E failure(String stage, @Nullable SourcePart origin, String what, @Nullable Throwable cause);

    /** Returns what a consumer gets that is interrupted while a stage waits: no element has failed or is lost. */
    public abstract E interruption(String stage, InterruptedException cause);

    public abstract boolean isInterruption(E failure);
}

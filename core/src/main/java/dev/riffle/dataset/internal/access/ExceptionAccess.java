package dev.riffle.dataset.internal.access;

import dev.riffle.io.SourcePart;
import org.jspecify.annotations.Nullable;

/**
 * Lets stages create an exception whose constructor is hidden from callers. The exception class registers its access
 * during class initialization.
 */
public abstract class ExceptionAccess<E extends RuntimeException> {

    private static volatile @Nullable ExceptionAccess<?> registered;

    public static void set(ExceptionAccess<?> access) {
        registered = access;
    }

    /** Returns the registered access, or null before the exception class is initialized. */
    public static @Nullable ExceptionAccess<?> get() {
        return registered;
    }

    /** Returns the exception for a failure of a stage at an element. */
    public abstract E failure(String stage, @Nullable SourcePart origin, String what, @Nullable Throwable cause);

    /**
     * Returns the exception for an interruption of a consumer while a stage waits. The interruption does not fail or
     * lose an element.
     */
    public abstract E interruption(String stage, InterruptedException cause);

    public abstract boolean isInterruption(E failure);
}

package dev.riffle.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Converts the failure of another thread for the thread that waits for it. */
public final class WorkerFailure {

    private WorkerFailure() {}

    /**
     * Returns the failure, for the caller to throw, if it is an {@link IOException}; throws any other failure itself.
     */
    public static IOException of(@Nullable Throwable failure) {
        if (failure instanceof IOException io) {
            return io;
        }
        if (failure instanceof RuntimeException wrong) {
            throw wrong;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new AssertionError("unexpected failure of a worker", failure);
    }
}

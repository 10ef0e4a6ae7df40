package dev.riffle.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Converts the failure of a worker thread to an exception for the waiting thread. */
public final class WorkerFailure {

    private WorkerFailure() {}

    /**
     * Returns the failure if it is an {@link IOException}, so that the caller throws it. Throws any other failure
     * itself.
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

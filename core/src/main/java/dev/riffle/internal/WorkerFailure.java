package dev.riffle.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What ended the work of another thread, for the one that waits for it. */
public final class WorkerFailure {

    private WorkerFailure() {}

    /** The failure, to be thrown, if it is an {@link IOException}; throws it here if it is anything else. */
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
        throw new AssertionError("work throws nothing else", failure);
    }
}

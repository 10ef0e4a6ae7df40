package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.access.ExceptionAccess;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.SourcePart;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates the exceptions for failures of stages. */
public final class Failures {

    private static final ExceptionAccess<DatasetException> ACCESS = access();

    private Failures() {}

    @SuppressWarnings("unchecked") // The class initializer of the exception registers this access.
    private static ExceptionAccess<DatasetException> access() {
        try {
            MethodHandles.lookup().ensureInitialized(DatasetException.class);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the exception is public", e);
        }
        return (ExceptionAccess<DatasetException>) Objects.requireNonNull(ExceptionAccess.get());
    }

    /** Returns the exception for a failure in {@code stage} at an element from {@code origin}. */
    public static DatasetException failure(
            String stage, @Nullable SourcePart origin, String what, @Nullable Throwable cause) {
        return ACCESS.failure(stage, origin, what, cause);
    }

    /**
     * Returns the exception for an interruption while {@code stage} waits. The interruption does not fail or lose an
     * element.
     */
    static DatasetException interrupted(String stage, InterruptedException cause) {
        return ACCESS.interruption(stage, cause);
    }

    /**
     * Returns the exception for a failure in {@code stage} at an element from {@code origin}. A dataset exception stays
     * unchanged.
     */
    public static DatasetException of(String stage, @Nullable SourcePart origin, Exception cause) {
        if (cause instanceof DatasetException known) {
            return known;
        }
        if (cause instanceof PlacedException placed) {
            return of(stage, placed.origin(), placed.failure());
        }
        String message = cause.getMessage();
        return failure(stage, origin, message == null ? cause.toString() : message, cause);
    }

    /**
     * Returns the exception for a failure in {@code stage} at an element of {@code input}. After an interruption,
     * interrupts the thread again.
     */
    public static DatasetException at(String stage, Node<?> input, ElementLineage lineage, Exception cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return of(stage, input.origin(lineage).orElse(null), cause);
    }

    static boolean isInterruption(DatasetException failure) {
        return ACCESS.isInterruption(failure);
    }
}

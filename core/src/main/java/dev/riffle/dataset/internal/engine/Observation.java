package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.PipelineStatistics;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The schedule on which an observed run calls its listener. The clock returns nanoseconds.
 *
 * @param elements the number of elements between two calls
 * @param nanos the time between two calls
 */
public record Observation(
        long elements, long nanos, Consumer<? super PipelineStatistics> listener, LongSupplier clock) {

    long now() {
        return clock.getAsLong();
    }

    boolean isDue(long elementsSince, long nanosSince) {
        return elementsSince >= elements || nanosSince >= nanos;
    }

    void report(PipelineStatistics statistics) {
        listener.accept(statistics);
    }
}

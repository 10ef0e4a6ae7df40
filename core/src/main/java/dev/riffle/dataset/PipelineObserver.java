package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Observation;
import dev.riffle.dataset.stage.PipelineStatistics;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Watches a run: {@link Dataset#iterator(PipelineObserver)}. What every stage does is counted and timed, which costs some
 * tens of nanoseconds for each element and stage; a run that nobody watches pays nothing. The listener is called in the
 * thread that pulls the elements, before the next one is made. Immutable, and good for any number of runs.
 */
public final class PipelineObserver {

    private final Observation observation;

    private PipelineObserver(long elements, long nanos, Consumer<? super PipelineStatistics> listener) {
        this(new Observation(elements, nanos, listener, System::nanoTime));
    }

    private PipelineObserver(Observation observation) {
        this.observation = observation;
    }

    /** Only counts, for {@link DatasetIterator#statistics} and {@link DatasetIterator#explain}. */
    public static PipelineObserver silent() {
        return new PipelineObserver(Long.MAX_VALUE, Long.MAX_VALUE, statistics -> {});
    }

    /**
     * Calls the listener after every so many elements of the pipeline.
     *
     * @throws IllegalArgumentException if {@code elements} is below 1
     */
    public static PipelineObserver everyElements(long elements, Consumer<? super PipelineStatistics> listener) {
        if (elements < 1) {
            throw new IllegalArgumentException("elements must be positive: " + elements);
        }
        return new PipelineObserver(elements, Long.MAX_VALUE, listener);
    }

    /**
     * Calls the listener with the first element that comes so long after the last call.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public static PipelineObserver every(Duration time, Consumer<? super PipelineStatistics> listener) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative: " + time);
        }
        return new PipelineObserver(Long.MAX_VALUE, time.toNanos(), listener);
    }

    /** The same by another clock, of nanoseconds. */
    PipelineObserver by(LongSupplier clock) {
        return new PipelineObserver(
                new Observation(observation.elements(), observation.nanos(), observation.listener(), clock));
    }

    Observation observation() {
        return observation;
    }
}

package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Observation;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.internal.Argument;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Observes the runs of a dataset: see {@link Dataset#observed}. An observed run counts elements and measures time in
 * every stage. The cost is some tens of nanoseconds for each element and stage. A run without an observer has no such
 * cost.
 *
 * <p>The consumer's thread calls the listener before it computes the next element. At the end of each run, the thread
 * that ends or closes the run calls the listener once more. An observer can observe any number of runs, also at the
 * same time. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class PipelineObserver {

    private final Observation observation;

    private PipelineObserver(long elements, long nanos, Consumer<? super PipelineStatistics> listener) {
        this(new Observation(elements, nanos, listener, System::nanoTime));
    }

    private PipelineObserver(Observation observation) {
        this.observation = observation;
    }

    /**
     * Returns an observer without a listener, for {@link DatasetIterator#statistics} and
     * {@link DatasetIterator#explain}.
     */
    public static PipelineObserver silent() {
        return atEnd(statistics -> {});
    }

    /** Returns an observer that calls the listener only at the end of each run. */
    public static PipelineObserver atEnd(Consumer<? super PipelineStatistics> listener) {
        Argument.present(listener, "listener");
        return new PipelineObserver(Long.MAX_VALUE, Long.MAX_VALUE, listener);
    }

    /**
     * Returns an observer that calls the listener after every {@code elements} elements of the pipeline, and at the end
     * of each run.
     *
     * @throws IllegalArgumentException if {@code elements} is below 1
     */
    public static PipelineObserver everyElements(long elements, Consumer<? super PipelineStatistics> listener) {
        Argument.present(listener, "listener");
        Argument.positive(elements, "elements");
        return new PipelineObserver(elements, Long.MAX_VALUE, listener);
    }

    /**
     * Returns an observer that calls the listener when {@code time} has passed since the last call, at the next
     * element, and at the end of each run.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public static PipelineObserver every(Duration time, Consumer<? super PipelineStatistics> listener) {
        Argument.present(time, "time");
        Argument.present(listener, "listener");
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative: " + time);
        }
        return new PipelineObserver(Long.MAX_VALUE, nanos(time), listener);
    }

    /** Returns the largest number for times of more than 292 years. */
    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? time.toNanos() : Long.MAX_VALUE;
    }

    /** Returns an observer like this one, with another clock. The clock returns nanoseconds. */
    PipelineObserver by(LongSupplier clock) {
        return new PipelineObserver(
                new Observation(observation.elements(), observation.nanos(), observation.listener(), clock));
    }

    Observation observation() {
        return observation;
    }
}

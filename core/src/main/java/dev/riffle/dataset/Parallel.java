package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Parallelism;
import java.util.concurrent.Executor;

/**
 * How much of a stage runs at the same time, where, and whether the order is kept. Immutable; each method gives another.
 * What is read ahead is bounded, however slow the consumer is: by twice the number of calls and a dozen, and in an {@code interleave}
 * by 16 elements of each open dataset.
 *
 * <p>Orders are kept within a pass. Where a stage that reads ahead stands between a shuffle that is repeated and a stage that
 * ends early, such as {@code take} or {@code zip}, how far it has read decides how many seeds were drawn, and so which orders
 * later passes have; in TensorFlow too.
 */
public final class Parallel {

    private final Parallelism parallelism;

    private Parallel(Parallelism parallelism) {
        this.parallelism = parallelism;
    }

    /**
     * So many calls at a time, in the order of the input, on threads of Riffle's own that end with the iterator.
     *
     * @throws IllegalArgumentException if {@code calls} is below 1
     */
    public static Parallel calls(int calls) {
        return new Parallel(Parallelism.calls(calls));
    }

    /** Gives results as they are ready, in any order: what TensorFlow calls {@code deterministic=False}. */
    public Parallel anyOrder() {
        return new Parallel(parallelism.anyOrder());
    }

    /** Runs on this executor, which stays the caller's; one thread is enough. */
    public Parallel on(Executor executor) {
        return new Parallel(parallelism.on(executor));
    }

    Parallelism parallelism() {
        return parallelism;
    }

    /** For {@link Dataset#explain}: {@code 4 calls, any order}. */
    @Override
    public String toString() {
        return parallelism.toString();
    }
}

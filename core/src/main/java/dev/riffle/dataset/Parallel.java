package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Parallelism;
import java.util.concurrent.Executor;

/**
 * The settings of a parallel stage: the number of concurrent calls, their threads, and whether results keep their
 * order.
 *
 * <p>A parallel stage reads ahead up to a limit, even if the consumer is slow. The limit is twice the number of calls
 * plus 12 elements. In an {@code interleave}, the limit is 16 elements of each open dataset.
 *
 * <p>Stages keep the order within a pass. Between a repeated shuffle and a stage that ends early, such as {@code take}
 * or {@code zip}, a parallel stage may read ahead. The number of elements read ahead then determines the number of
 * drawn seeds. These seeds determine the orders of later passes, as in TensorFlow.
 *
 * <p>Immutable and safe for use by several threads; each method returns a new object.
 *
 * @since 0.1
 */
public final class Parallel {

    private final Parallelism parallelism;

    private Parallel(Parallelism parallelism) {
        this.parallelism = parallelism;
    }

    /**
     * Returns a setting for this number of concurrent calls, with results in the order of the input. Riffle creates the
     * threads and ends them when the iterator closes.
     *
     * @param calls at least 1, or -1 for the number of processors
     * @throws IllegalArgumentException if {@code calls} is 0 or below -1
     */
    public static Parallel calls(int calls) {
        return new Parallel(Parallelism.calls(calls));
    }

    /**
     * Returns a setting that delivers each result when it is ready, in any order: TensorFlow's
     * {@code deterministic=False}.
     */
    public Parallel anyOrder() {
        return new Parallel(parallelism.anyOrder());
    }

    /**
     * Returns a setting that runs calls on this executor. The caller shuts down the executor. An executor with one
     * thread is sufficient.
     */
    public Parallel on(Executor executor) {
        return new Parallel(parallelism.on(executor));
    }

    Parallelism parallelism() {
        return parallelism;
    }

    /** Returns the text for {@link Dataset#explain}, such as {@code 4 calls, any order}. */
    @Override
    public String toString() {
        return parallelism.toString();
    }
}

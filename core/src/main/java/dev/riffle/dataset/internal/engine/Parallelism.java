package dev.riffle.dataset.internal.engine;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The number of concurrent calls of a stage, their executor, and the order of the results.
 *
 * @param isAnyOrder whether results need not keep the order of the input
 * @param executor null means the threads of the run
 */
public record Parallelism(
        int calls, boolean isAnyOrder, @Nullable Executor executor) {

    /** The chosen number of inputs in turn. It does not depend on the machine, because it determines the order. */
    private static final int CHOSEN_CYCLE = 8;

    /** Returns a setting for this number of calls, or for the number of processors if the number is -1. */
    public static Parallelism calls(int calls) {
        return new Parallelism(Threads.orProcessors(calls, "calls"), false, null);
    }

    /** Returns the number of inputs to read in turn, or 8 for -1. */
    public static int cycleLength(int inputs, String name) {
        return Argument.positiveOrChosen(inputs, CHOSEN_CYCLE, name);
    }

    public Parallelism anyOrder() {
        return new Parallelism(calls, true, executor);
    }

    public Parallelism on(Executor executor) {
        return new Parallelism(calls, isAnyOrder, Argument.present(executor, "executor"));
    }

    /** Returns the text for {@link dev.riffle.dataset.Dataset#explain}, such as {@code 4 calls, any order}. */
    @Override
    public String toString() {
        return (calls == 1 ? "1 call" : calls + " calls")
                + (isAnyOrder ? ", any order" : "")
                + (executor == null ? "" : ", the caller's executor");
    }
}

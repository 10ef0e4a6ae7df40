package dev.riffle.dataset.internal.engine;

import dev.riffle.internal.Argument;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The number of concurrent calls of a stage, their executor, and the order of the results.
 *
 * @param isAnyOrder whether results need not keep the order of the input
 * @param executor null means the threads of the run
 */
public record Parallelism(int calls, boolean isAnyOrder, @Nullable Executor executor) {

    public Parallelism {
        if (calls < 1) {
            throw new IllegalArgumentException("calls must be positive: " + calls);
        }
    }

    public static Parallelism calls(int calls) {
        return new Parallelism(calls, false, null);
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

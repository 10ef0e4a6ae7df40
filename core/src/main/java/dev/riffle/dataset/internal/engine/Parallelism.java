package dev.riffle.dataset.internal.engine;

import dev.riffle.internal.Argument;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The number of concurrent calls of a stage, their executor, and the order of the results.
 *
 * @param executor null means the threads of the run
 */
public record Parallelism(int calls, Order order, @Nullable Executor executor) {

    /** Whether results keep the order of the input. */
    public enum Order {
        KEPT,
        AS_READY
    }

    public Parallelism {
        if (calls < 1) {
            throw new IllegalArgumentException("calls must be positive: " + calls);
        }
    }

    public static Parallelism calls(int calls) {
        return new Parallelism(calls, Order.KEPT, null);
    }

    public Parallelism anyOrder() {
        return new Parallelism(calls, Order.AS_READY, executor);
    }

    public Parallelism on(Executor executor) {
        return new Parallelism(calls, order, Argument.present(executor, "executor"));
    }

    /** Returns the text for {@link dev.riffle.dataset.Dataset#explain}, such as {@code 4 calls, any order}. */
    @Override
    public String toString() {
        return (calls == 1 ? "1 call" : calls + " calls")
                + (order == Order.AS_READY ? ", any order" : "")
                + (executor == null ? "" : ", the caller's executor");
    }
}

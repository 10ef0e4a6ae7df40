package dev.riffle.dataset.internal.engine;

import dev.riffle.internal.Argument;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The number of concurrent calls of a stage, their executor, and the order of the results. Immutable. */
public final class Parallelism {

    /** Whether results keep the order of the input. */
    public enum Order {
        KEPT,
        AS_READY
    }

    private final int calls;
    private final Order order;
    private final @Nullable Executor executor;

    private Parallelism(int calls, Order order, @Nullable Executor executor) {
        this.calls = calls;
        this.order = order;
        this.executor = executor;
    }

    public static Parallelism calls(int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException("calls must be positive: " + calls);
        }
        return new Parallelism(calls, Order.KEPT, null);
    }

    public Parallelism anyOrder() {
        return new Parallelism(calls, Order.AS_READY, executor);
    }

    public Parallelism on(Executor executor) {
        return new Parallelism(calls, order, Argument.present(executor, "executor"));
    }

    public int calls() {
        return calls;
    }

    public Order order() {
        return order;
    }

    Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    /** Returns the text for {@link dev.riffle.dataset.Dataset#explain}, such as {@code 4 calls, any order}. */
    @Override
    public String toString() {
        return (calls == 1 ? "1 call" : calls + " calls")
                + (order == Order.AS_READY ? ", any order" : "")
                + (executor == null ? "" : ", the caller's executor");
    }
}

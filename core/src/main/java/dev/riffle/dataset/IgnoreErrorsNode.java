package dev.riffle.dataset;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements that could be made: {@code ignore_errors}, with a listener that is told of the others and a budget. What is
 * not an element's failure passes through: an {@link Error}, and the interruption of the consumer.
 *
 * <p>TensorFlow's loops for ever where an input fails again and again without getting on. Here the input's position is
 * looked at from time to time, and when it is where it was before, the failure is thrown.
 */
final class IgnoreErrorsNode<T> extends PassingNode<T> {

    private final Consumer<? super DatasetException> listener;
    private final long budget;

    IgnoreErrorsNode(Node<T> input, Consumer<? super DatasetException> listener, long budget) {
        super("ignoreErrors", input);
        this.listener = listener;
        this.budget = budget;
    }

    IgnoreErrorsNode<T> atMost(long errors) {
        if (errors < 0) {
            throw new IllegalArgumentException("errors must not be negative: " + errors);
        }
        return new IgnoreErrorsNode<>(input(), listener, errors);
    }

    @Override
    Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    /** Without the budget: whoever has spent it may go on with a larger one. */
    @Override
    String signature() {
        return "ignoreErrors";
    }

    @Override
    String describe() {
        return budget == Long.MAX_VALUE ? "ignoreErrors" : "ignoreErrors(at most " + budget + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        private long errors;

        Running(Run run) throws Exception {
            super(IgnoreErrorsNode.this, run);
        }

        @Override
        @Nullable
        T next() throws Exception {
            Standstill standstill = null;
            while (true) {
                DatasetException failure;
                try {
                    return input().next();
                } catch (Exception e) {
                    failure = Failures.of(input().name(), null, e);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
                if (errors >= budget) {
                    throw Failures.failure(
                            name(), null, "more than " + budget + " bad records: " + failure.getMessage(), failure);
                }
                errors++;
                listener.accept(failure);
                standstill = standstill == null ? new Standstill() : standstill;
                if (standstill.isReached(input())) {
                    throw Failures.failure(
                            name(), null, "the input fails without end: " + failure.getMessage(), failure);
                }
            }
        }

        @Override
        State save(Saving saving) {
            return super.save(saving).with("errors", errors);
        }

        @Override
        void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            errors = state.number("errors");
        }
    }
}

package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.NoProgressDetector;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements that do not fail: {@code ignore_errors}, with a listener for failures and a limit. The stage does not
 * skip an {@link Error} or an interruption of the consumer, and throws these exceptions.
 *
 * <p>TensorFlow's {@code ignore_errors} loops forever if an input fails repeatedly without progress. This stage
 * compares the position of the input periodically. If the position has not changed, the stage throws the failure.
 */
public final class IgnoreErrorsNode<T> extends PassingNode<T> {

    private final Consumer<? super DatasetException> listener;
    private final long budget;

    public IgnoreErrorsNode(Node<T> input, Consumer<? super DatasetException> listener, long budget) {
        super("ignoreErrors", input);
        this.listener = listener;
        this.budget = budget;
    }

    public IgnoreErrorsNode<T> atMost(long errors) {
        if (errors < 0) {
            throw new IllegalArgumentException("errors must not be negative: " + errors);
        }
        return new IgnoreErrorsNode<>(input(), listener, errors);
    }

    /** Adds the limit only to an explanation, so that a resumed run may have a larger limit. */
    @Override
    protected void describe(Description description) {
        description.shown(budget == Long.MAX_VALUE ? null : "at most " + budget);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            private final LongCell errors = count("errors");

            @Override
            public @Nullable T next() throws Exception {
                NoProgressDetector detector = null;
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
                    if (errors.value >= budget) {
                        throw failed("more than " + budget + " elements failed", failure);
                    }
                    errors.value++;
                    listener.accept(failure);
                    detector = detector == null ? new NoProgressDetector() : detector;
                    if (detector.isReached(input())) {
                        throw failed("the input fails repeatedly without progress", failure);
                    }
                }
            }

            private DatasetException failed(String what, DatasetException failure) {
                return Failures.failure(name(), null, what + ": " + failure.getMessage(), failure);
            }
        };
    }
}

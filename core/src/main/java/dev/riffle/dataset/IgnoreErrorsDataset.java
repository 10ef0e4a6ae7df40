package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.IgnoreErrorsNode;

/**
 * The elements that do not fail: {@code ignore_errors}, with a listener for failures and a limit. An {@link Error} and
 * an interruption of the consumer are not failures of an element: the consumer receives them.
 *
 * <p>TensorFlow's {@code ignore_errors} loops forever if an input fails repeatedly without progress. Riffle compares
 * the position of the input from time to time, and throws the failure if the position has not changed. Immutable and
 * safe for use by several threads.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class IgnoreErrorsDataset<T> extends Dataset<T> {

    private final IgnoreErrorsNode<T> own;

    IgnoreErrorsDataset(IgnoreErrorsNode<T> node) {
        super(node);
        this.own = node;
    }

    /**
     * Skips at most this number of elements in one run. The iterator throws the next failure, with the number in its
     * message.
     *
     * @throws IllegalArgumentException if {@code errors} is negative
     */
    public IgnoreErrorsDataset<T> atMost(long errors) {
        return new IgnoreErrorsDataset<>(own.atMost(errors));
    }
}

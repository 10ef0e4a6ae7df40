package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.IgnoreErrorsNode;

/**
 * The elements that do not fail: {@code ignore_errors}, with a listener for failures and a limit. The dataset does not
 * skip an {@link Error} or an interruption of the consumer. The iterator throws these exceptions.
 *
 * <p>TensorFlow's {@code ignore_errors} loops forever if an input fails repeatedly without progress. Riffle compares
 * the position of the input periodically. If the position has not changed, the iterator throws the failure. Immutable
 * and safe for use by several threads.
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
     * Limits the number of skipped elements of one run. The iterator throws the next failure, with the limit in its
     * message.
     *
     * @throws IllegalArgumentException if {@code errors} is negative
     */
    public IgnoreErrorsDataset<T> atMost(long errors) {
        return new IgnoreErrorsDataset<>(own.atMost(errors));
    }
}

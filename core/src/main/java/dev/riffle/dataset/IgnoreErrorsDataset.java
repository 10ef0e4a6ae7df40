package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.IgnoreErrorsNode;

/**
 * The elements that could be made: {@code ignore_errors}, with a listener that is told of the others and a budget. What is
 * not an element's failure passes through: an {@link Error}, and the interruption of the consumer.
 *
 * <p>TensorFlow's loops for ever where an input fails again and again without getting on. Here the input's position is
 * looked at from time to time, and when it is where it was before, the failure is thrown.
 */
public final class IgnoreErrorsDataset<T> extends Dataset<T> {

    private final IgnoreErrorsNode<T> own;

    IgnoreErrorsDataset(IgnoreErrorsNode<T> node) {
        super(node);
        this.own = node;
    }

    /**
     * Leaves out so many elements at most in one run; the next failure is thrown, with the number in its message.
     *
     * @throws IllegalArgumentException if {@code errors} is negative
     */
    public IgnoreErrorsDataset<T> atMost(long errors) {
        return new IgnoreErrorsDataset<>(own.atMost(errors));
    }
}

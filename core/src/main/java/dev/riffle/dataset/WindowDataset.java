package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.WindowNode;

/**
 * Datasets of consecutive elements: TensorFlow's {@code window}. The elements of a window are in memory, so callers can
 * iterate over a window at any time, any number of times. If an element fails, only the windows that contain it throw
 * an exception. Immutable and safe for use by several threads.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class WindowDataset<T> extends Dataset<Dataset<T>> {

    private final WindowNode<T, Dataset<T>> own;

    WindowDataset(WindowNode<T, Dataset<T>> node) {
        super(node);
        this.own = node;
    }

    /**
     * Sets the distance between the starts of two windows. The default is the size of a window.
     *
     * @throws IllegalArgumentException if {@code shift} is not positive
     */
    public WindowDataset<T> shift(long shift) {
        return new WindowDataset<>(own.shift(shift));
    }

    /**
     * Sets the distance between the elements of a window. The default is 1.
     *
     * @throws IllegalArgumentException if {@code stride} is not positive
     */
    public WindowDataset<T> stride(long stride) {
        return new WindowDataset<>(own.stride(stride));
    }

    /** Drops the last windows that are not full: TensorFlow's {@code drop_remainder=True}. */
    public WindowDataset<T> dropRemainder() {
        return new WindowDataset<>(own.dropRemainder());
    }
}

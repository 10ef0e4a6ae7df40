package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.WindowNode;

/**
 * Datasets of neighbouring elements. Each window can be iterated at any time and as often as wanted: its elements are in
 * memory. An element that could not be made fails the windows that have it, and no others.
 */
public final class WindowDataset<T> extends Dataset<Dataset<T>> {

    private final WindowNode<T, Dataset<T>> own;

    WindowDataset(WindowNode<T, Dataset<T>> node) {
        super(node);
        this.own = node;
    }

    /**
     * How far the next window begins behind this one; the size of a window where it is not said.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public WindowDataset<T> shift(long shift) {
        return new WindowDataset<>(own.shift(shift));
    }

    /**
     * How far apart the elements of a window are; 1 where it is not said.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public WindowDataset<T> stride(long stride) {
        return new WindowDataset<>(own.stride(stride));
    }

    /** Leaves out last windows that are not full: TensorFlow's {@code drop_remainder=True}. */
    public WindowDataset<T> dropRemainder() {
        return new WindowDataset<>(own.dropRemainder());
    }
}

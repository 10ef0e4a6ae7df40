package dev.riffle.dataset.internal.collate;

/**
 * Thrown when the shape or type of an element differs from the other elements of the batch, or from the requested
 * shape.
 */
public final class ShapeMismatchException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final int element;

    public ShapeMismatchException(int element, String message) {
        super(message);
        this.element = element;
    }

    /** Returns the number of the element in the batch, from 0. */
    public int element() {
        return element;
    }
}

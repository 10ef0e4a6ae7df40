package dev.riffle.dataset.internal.collate;

/** Reports an element of a batch whose shape or type differs from the others, or from the requested one. */
public final class ShapeMismatchException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final int element;

    public ShapeMismatchException(int element, String message) {
        super(message);
        this.element = element;
    }

    /** Which element of the batch, from 0. */
    public int element() {
        return element;
    }
}

package dev.riffle.dataset.internal.collate;

/** One element of a batch does not fit the others, or what was asked for. */
public final class MisfitException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final int element;

    public MisfitException(int element, String message) {
        super(message);
        this.element = element;
    }

    /** Which element of the batch, from 0. */
    public int element() {
        return element;
    }
}

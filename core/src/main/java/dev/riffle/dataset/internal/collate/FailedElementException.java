package dev.riffle.dataset.internal.collate;

import dev.riffle.RiffleException;

/** Thrown when a collator cannot take one element of a batch. The stage adds the record of that element. */
public final class FailedElementException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final int element;
    private final RuntimeException failure;

    /** Creates an exception; {@code element} counts from 0 in the batch. */
    public FailedElementException(int element, RuntimeException failure) {
        super(failure.getMessage(), failure);
        this.element = element;
        this.failure = failure;
    }

    /** Returns the number of the element in the batch, from 0. */
    public int element() {
        return element;
    }

    /** Returns the failure of the collator. */
    public RuntimeException failure() {
        return failure;
    }
}

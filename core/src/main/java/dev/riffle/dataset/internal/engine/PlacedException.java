package dev.riffle.dataset.internal.engine;

import dev.riffle.io.SourcePart;

/**
 * Thrown when one of several elements fails. Contains the record of the failed element. The stage adds this record to
 * its message.
 */
public final class PlacedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient SourcePart origin;
    private final Exception failure;

    public PlacedException(SourcePart origin, Exception failure) {
        super(failure.getMessage(), failure);
        this.origin = origin;
        this.failure = failure;
    }

    SourcePart origin() {
        return origin;
    }

    Exception failure() {
        return failure;
    }
}

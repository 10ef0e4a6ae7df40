package dev.riffle.typed;

import org.jspecify.annotations.Nullable;

/** Thrown when a value does not fit its component. {@link MappedFeature} adds record, component and feature. */
final class ValueMismatch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String found;

    ValueMismatch(String expected, String found) {
        this(expected, found, null);
    }

    ValueMismatch(String expected, String found, @Nullable Throwable cause) {
        super("expected " + expected + ", found " + found, cause, false, false);
        this.expected = expected;
        this.found = found;
    }

    String expected() {
        return expected;
    }

    String found() {
        return found;
    }
}

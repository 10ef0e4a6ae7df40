package dev.riffle.typed;

import org.jspecify.annotations.Nullable;

/** Thrown when a value does not fit its component. {@link #at} adds record, component and feature. */
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

    /**
     * Returns the {@link TypedRecordException} for callers. With the more general return type, the JVM does not load
     * that class before the first failure.
     *
     * @param component the component with the components that enclose it; empty for the complete record
     * @param feature the name of the feature; empty for a record
     */
    RuntimeException at(Class<?> recordType, String component, String feature) {
        return new TypedRecordException(recordType, component, feature, this);
    }

    String expected() {
        return expected;
    }

    String found() {
        return found;
    }
}

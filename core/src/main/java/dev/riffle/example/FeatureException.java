package dev.riffle.example;

import org.jspecify.annotations.Nullable;

/**
 * A feature does not hold what was asked of it: it is missing, its kind is not set or another one, or it has another
 * number of values.
 */
public final class FeatureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** There is no feature of that name. */
        MISSING,
        /** The feature is there, but has no list of values. */
        KIND_NOT_SET,
        /** The feature has a list of another kind. */
        OTHER_KIND,
        /** The feature has another number of values. */
        OTHER_COUNT,
        /** The value is of the right kind but outside what was asked for: bytes that are not UTF-8, for example. */
        OTHER_VALUE
    }

    private final Reason reason;
    private final @Nullable String name;

    FeatureException(Reason reason, @Nullable String name, String detail) {
        super((name == null ? "feature" : "feature \"" + name + "\"") + ": " + detail);
        this.reason = reason;
        this.name = name;
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** The name of the feature, or null for a feature that is in no message. */
    public @Nullable String name() {
        return name;
    }
}

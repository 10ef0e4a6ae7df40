package dev.riffle.example;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message has something that the other side cannot hold, or is no message at all. */
public final class ConversionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** The bytes are not the message, or have fields around the features that would get lost. */
        NOT_A_MESSAGE,
        /** A feature has a field that nobody knows and that would get lost, such as a list of another kind. */
        UNKNOWN_FIELD,
        /** A SequenceExample with feature lists, which OFRecord has no counterpart for. */
        FEATURE_LISTS,
        /** No feature is there or left, which an OFRecord must have. */
        NO_FEATURE,
        /** A feature's kind is not set, on which OneFlow ends the process. */
        KIND_NOT_SET,
        /** A feature is a double_list, which Examples do not have. */
        DOUBLES,
        /** A feature that is to become an int32_list is no int64_list. */
        OTHER_KIND,
        /** A value does not fit the narrower type that was asked for. */
        OTHER_VALUE
    }

    private final Reason reason;
    private final @Nullable String feature;

    ConversionException(Reason reason, @Nullable String feature, String detail, @Nullable Throwable cause) {
        super((feature == null ? "" : "feature \"" + feature + "\": ") + detail, cause);
        this.reason = reason;
        this.feature = feature;
    }

    ConversionException(Reason reason, @Nullable String feature, String detail) {
        this(reason, feature, detail, null);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** The name of the feature; empty if the message as a whole is refused. */
    public Optional<String> feature() {
        return Optional.ofNullable(feature);
    }
}

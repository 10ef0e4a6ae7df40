package dev.riffle.example;

import dev.riffle.RiffleException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a conversion between dialects would lose data, or when the payload is not a valid message. The exception
 * contains the reason and the feature. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ConversionException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /**
     * The reason why a conversion failed.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The bytes are not a valid message, or the conversion would lose unknown fields around the features. */
        NOT_A_MESSAGE,
        /** The conversion would lose an unknown field of a feature, such as a list of another kind. */
        UNKNOWN_FIELD,
        /** The payload is a SequenceExample with feature lists, for which OFRecord has no counterpart. */
        FEATURE_LISTS,
        /** The message has no features, or none remain. An OFRecord needs at least one. */
        NO_FEATURE,
        /** The kind of a feature is not set. OneFlow crashes at such a feature. */
        KIND_NOT_SET,
        /** A feature has a double_list, which Examples do not support. */
        DOUBLES,
        /** A feature that should become an int32_list has no int64_list. */
        OTHER_KIND,
        /** A value does not fit into the requested smaller type. */
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

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    /** Returns the name of the feature. Empty if the failure concerns the complete message. */
    public Optional<String> feature() {
        return Optional.ofNullable(feature);
    }
}

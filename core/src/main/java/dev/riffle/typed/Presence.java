package dev.riffle.typed;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How a component represents a feature that is missing. Immutable. */
final class Presence {

    /** Components that must have a value. */
    static final Presence REQUIRED = new Presence(null, null);

    /** Components that are null if the feature is missing. */
    static final Presence NULLABLE = new Presence(null, null);

    /** {@link Optional} or one of its primitive forms, for components of this type. */
    private final @Nullable Class<?> optional;

    private final @Nullable DefaultValue defaultValue;

    private Presence(@Nullable Class<?> optional, @Nullable DefaultValue defaultValue) {
        this.optional = optional;
        this.defaultValue = defaultValue;
    }

    /** Returns the presence of {@link Optional} or of one of its primitive forms. */
    static Presence optional(Class<?> type) {
        return new Presence(type, null);
    }

    /** Returns the presence of a component that has this value if the feature is missing. */
    static Presence withDefault(DefaultValue value) {
        return new Presence(null, value);
    }

    /** Returns the value type of an optional primitive, or null if the type is another one. */
    static @Nullable Class<?> optionalPrimitive(Class<?> type) {
        if (type == OptionalInt.class) {
            return int.class;
        } else if (type == OptionalLong.class) {
            return long.class;
        }
        return type == OptionalDouble.class ? double.class : null;
    }

    /** Returns whether every message has the feature. */
    boolean isRequired() {
        return this == REQUIRED;
    }

    /** Returns the default of the component, if it has one. */
    @Nullable
    DefaultValue defaultValue() {
        return defaultValue;
    }

    /**
     * Returns the value to write, or null if there is none.
     *
     * @throws ValueMismatch if the component must have a value
     */
    @Nullable
    Object content(@Nullable Object value) {
        if (optional != null) {
            return optionalContent(value);
        } else if (value == null && this != NULLABLE) {
            String advice = isRequired()
                    ? "use Optional or nullable to allow missing values"
                    : "the default replaces only missing features";
            throw new ValueMismatch("a value", "null; " + advice);
        }
        return value;
    }

    private static @Nullable Object optionalContent(@Nullable Object value) {
        if (value == null) {
            throw new ValueMismatch("an Optional", "null");
        } else if (value instanceof OptionalInt number) {
            return number.isPresent() ? (Object) number.getAsInt() : null;
        } else if (value instanceof OptionalLong number) {
            return number.isPresent() ? (Object) number.getAsLong() : null;
        } else if (value instanceof OptionalDouble number) {
            return number.isPresent() ? (Object) number.getAsDouble() : null;
        }
        return ((Optional<?>) value).orElse(null);
    }

    /** Returns the component for a value of the message. */
    Object present(Object content) {
        Class<?> type = optional;
        if (type == null) {
            return content;
        } else if (type == Optional.class) {
            return Optional.of(content);
        } else if (type == OptionalInt.class) {
            return OptionalInt.of((int) content);
        } else if (type == OptionalLong.class) {
            return OptionalLong.of((long) content);
        }
        return OptionalDouble.of((double) content);
    }

    /** Returns the component for a missing feature; null for a component that is nullable or required. */
    @Nullable
    Object absent() {
        Class<?> type = optional;
        if (type == null) {
            return defaultValue == null ? null : defaultValue.get();
        } else if (type == Optional.class) {
            return Optional.empty();
        } else if (type == OptionalInt.class) {
            return OptionalInt.empty();
        } else if (type == OptionalLong.class) {
            return OptionalLong.empty();
        }
        return OptionalDouble.empty();
    }
}

package dev.riffle.typed;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How a component represents a feature that is missing. Immutable. */
abstract class Presence {

    /** Components that must have a value. */
    static final Presence REQUIRED = new Presence() {
        @Override
        Object content(@Nullable Object value) {
            return required(value, "use Optional or nullable to allow missing values");
        }

        @Override
        Object absent(String expected, String reason) {
            throw new ValueMismatch(expected, reason + "; use Optional, nullable or defaultValue to allow that");
        }
    };

    /** Components that are null if the feature is missing. */
    static final Presence NULLABLE = new Presence() {
        @Override
        @Nullable
        Object content(@Nullable Object value) {
            return value;
        }

        @Override
        @Nullable
        Object absent(String expected, String reason) {
            return null;
        }
    };

    private Presence() {}

    /**
     * Returns the value to write, or null if there is none.
     *
     * @throws ValueMismatch if the component must have a value
     */
    abstract @Nullable Object content(@Nullable Object value);

    /** Returns the component for a value of the message. */
    Object present(Object content) {
        return content;
    }

    /**
     * Returns the component for a missing feature.
     *
     * @throws ValueMismatch if the component must have a value
     */
    abstract @Nullable Object absent(String expected, String reason);

    /** Returns whether every message has the feature. */
    final boolean isRequired() {
        return this == REQUIRED;
    }

    private static Object required(@Nullable Object value, String advice) {
        if (value == null) {
            throw new ValueMismatch("a value", "null; " + advice);
        }
        return value;
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

    /** Returns the presence of {@link Optional} or of one of its primitive forms. */
    static Presence optional(Class<?> type) {
        return new Presence() {
            @Override
            @Nullable
            Object content(@Nullable Object value) {
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

            @Override
            Object present(Object content) {
                if (type == OptionalInt.class) {
                    return OptionalInt.of((int) content);
                } else if (type == OptionalLong.class) {
                    return OptionalLong.of((long) content);
                }
                return type == OptionalDouble.class ? OptionalDouble.of((double) content) : Optional.of(content);
            }

            @Override
            Object absent(String expected, String reason) {
                if (type == OptionalInt.class) {
                    return OptionalInt.empty();
                } else if (type == OptionalLong.class) {
                    return OptionalLong.empty();
                }
                return type == OptionalDouble.class ? OptionalDouble.empty() : Optional.empty();
            }
        };
    }

    /** Returns the presence of a component that has this value if the feature is missing. */
    static Presence withDefault(DefaultValue value) {
        return new Presence() {
            @Override
            Object content(@Nullable Object given) {
                return required(given, "the default replaces only missing features");
            }

            @Override
            Object absent(String expected, String reason) {
                return value.get();
            }
        };
    }
}

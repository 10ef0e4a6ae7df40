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
            if (value == null) {
                throw new ValueMismatch("a value", "null; use Optional or nullable to allow missing values");
            }
            return value;
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
        if (type == OptionalInt.class) {
            return new OptionalPresence(OptionalInt.empty()) {
                @Override
                @Nullable
                Object unwrap(Object value) {
                    OptionalInt optional = (OptionalInt) value;
                    return optional.isPresent() ? (Object) optional.getAsInt() : null;
                }

                @Override
                Object present(Object content) {
                    return OptionalInt.of((int) content);
                }
            };
        } else if (type == OptionalLong.class) {
            return new OptionalPresence(OptionalLong.empty()) {
                @Override
                @Nullable
                Object unwrap(Object value) {
                    OptionalLong optional = (OptionalLong) value;
                    return optional.isPresent() ? (Object) optional.getAsLong() : null;
                }

                @Override
                Object present(Object content) {
                    return OptionalLong.of((long) content);
                }
            };
        } else if (type == OptionalDouble.class) {
            return new OptionalPresence(OptionalDouble.empty()) {
                @Override
                @Nullable
                Object unwrap(Object value) {
                    OptionalDouble optional = (OptionalDouble) value;
                    return optional.isPresent() ? (Object) optional.getAsDouble() : null;
                }

                @Override
                Object present(Object content) {
                    return OptionalDouble.of((double) content);
                }
            };
        }
        return new OptionalPresence(Optional.empty()) {
            @Override
            @Nullable
            Object unwrap(Object value) {
                return ((Optional<?>) value).orElse(null);
            }

            @Override
            Object present(Object content) {
                return Optional.of(content);
            }
        };
    }

    private abstract static class OptionalPresence extends Presence {

        private final Object empty;

        OptionalPresence(Object empty) {
            this.empty = empty;
        }

        abstract @Nullable Object unwrap(Object value);

        @Override
        @Nullable
        Object content(@Nullable Object value) {
            if (value == null) {
                throw new ValueMismatch("an Optional", "null");
            }
            return unwrap(value);
        }

        @Override
        Object absent(String expected, String reason) {
            return empty;
        }
    }

    /** Returns the presence of a component that has this value if the feature is missing. */
    static Presence withDefault(DefaultValue value) {
        return new Presence() {
            @Override
            Object content(@Nullable Object given) {
                if (given == null) {
                    throw new ValueMismatch("a value", "null; the default replaces only missing features");
                }
                return given;
            }

            @Override
            Object absent(String expected, String reason) {
                return value.get();
            }
        };
    }
}

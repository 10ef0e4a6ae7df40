package dev.riffle.example;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Creates features from plain values, for {@link Feature} and for builders. Each method takes the name of the feature,
 * which is null for a feature that is not part of a message. Messages of exceptions begin with the name.
 */
final class FeatureValues {

    private FeatureValues() {}

    /**
     * Returns the key of a feature. Throws {@link IllegalArgumentException} if the name is null or has no UTF-8 form.
     */
    static Key key(@Nullable String name) {
        return KeyCache.of(Argument.present(name, "name"));
    }

    /** Returns the value. Throws {@link IllegalArgumentException} if the value is null. */
    static <V> V present(@Nullable Key name, @Nullable V value, String argument) {
        if (value == null) {
            throw rejected(
                    name,
                    name == null
                            ? argument
                                    + " must not be null; use Feature.notSet(), or Feature.empty(kind) for an empty list"
                            : argument + " must not be null; use putIfPresent to leave the feature out,"
                                    + " or put Feature.empty(kind) for an empty list");
        }
        return value;
    }

    static IllegalArgumentException rejected(@Nullable Key name, String detail) {
        return new IllegalArgumentException(name == null ? detail : "feature \"" + name.text() + "\": " + detail);
    }

    static Feature of(@Nullable Key name, Number value) {
        return ListValues.ofSingle(name, present(name, value, "value"));
    }

    static Feature of(@Nullable Key name, Enum<?> constant) {
        return new Int64Feature(name, present(name, constant, "constant").ordinal());
    }

    static Feature of(@Nullable Key name, String text) {
        return new BytesFeature(name, ListValues.utf8(name, present(name, text, "text")));
    }

    static Feature of(@Nullable Key name, byte[] bytes) {
        return new BytesFeature(name, Bytes.copyOf(present(name, bytes, "bytes")));
    }

    static Feature of(@Nullable Key name, ByteBuffer bytes) {
        return new BytesFeature(name, Bytes.copyOf(present(name, bytes, "bytes")));
    }

    static Feature of(@Nullable Key name, Bytes bytes) {
        return new BytesFeature(name, present(name, bytes, "bytes"));
    }

    static Feature of(@Nullable Key name, boolean[] values) {
        long[] longs = new long[present(name, values, "values").length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i] ? 1 : 0;
        }
        return new Int64Feature(name, longs);
    }

    static Feature of(@Nullable Key name, short[] values) {
        long[] longs = new long[present(name, values, "values").length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i];
        }
        return new Int64Feature(name, longs);
    }

    static Feature of(@Nullable Key name, int[] values) {
        return new Int64Feature(name, ValueWidth.longs(present(name, values, "values")));
    }

    static Feature of(@Nullable Key name, long[] values) {
        return new Int64Feature(name, present(name, values, "values").clone());
    }

    static Feature of(@Nullable Key name, float[] values) {
        return new FloatFeature(name, present(name, values, "values").clone());
    }

    static Feature of(@Nullable Key name, double[] values) {
        return new FloatFeature(name, ValueWidth.nearestFloats(name, present(name, values, "values")));
    }

    static Feature of(@Nullable Key name, Object[] values) {
        return ListValues.ofArray(name, present(name, values, "values"));
    }

    static Feature of(@Nullable Key name, Collection<?> values) {
        return ListValues.of(name, present(name, values, "values").toArray());
    }

    /** Returns the content of an Optional, or the value itself. Returns null for null and for an empty Optional. */
    static @Nullable Object unwrapped(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.orElse(null);
        } else if (value instanceof OptionalInt number) {
            return number.isPresent() ? (Integer) number.getAsInt() : null;
        } else if (value instanceof OptionalLong number) {
            return number.isPresent() ? (Long) number.getAsLong() : null;
        } else if (value instanceof OptionalDouble number) {
            return number.isPresent() ? (Double) number.getAsDouble() : null;
        }
        return value;
    }

    /** Returns a feature of a value of any supported type. Throws {@link IllegalArgumentException} for other types. */
    static Feature ofAny(Key name, Object value) {
        if (value instanceof Feature feature) {
            return feature.named(name);
        } else if (value instanceof Collection<?> collection) {
            return of(name, collection);
        } else if (value instanceof boolean[] values) {
            return of(name, values);
        } else if (value instanceof short[] values) {
            return of(name, values);
        } else if (value instanceof int[] values) {
            return of(name, values);
        } else if (value instanceof long[] values) {
            return of(name, values);
        } else if (value instanceof float[] values) {
            return of(name, values);
        } else if (value instanceof double[] values) {
            return of(name, values);
        } else if (value instanceof Object[] values) {
            return of(name, values);
        }
        return ListValues.ofSingle(name, value);
    }
}

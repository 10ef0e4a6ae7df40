package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Converts objects to the values of a feature. Rejects null, and values that the conversion would change silently. The
 * messages of exceptions have the name of the feature and the index of the value.
 */
final class ListValues {

    /** In place of an index, for a single value. */
    private static final int SINGLE = -1;

    private ListValues() {}

    // ---------------------------------------------------------------- features

    /** Returns a list whose elements determine its kind. */
    static Feature of(@Nullable Key name, Object[] values) {
        if (values.length == 0) {
            throw FeatureValues.rejected(
                    name,
                    "an empty list has no kind; use Feature.ofInt64s, ofFloats or ofBytes for lists that may be empty,"
                            + " or Feature.empty(kind)");
        }
        return ofKind(name, commonKind(name, values), values);
    }

    /** Returns a list of the elements of an array. The type of an empty array determines its kind. */
    static Feature ofArray(@Nullable Key name, Object[] values) {
        Kind kind = kindOf(values.getClass().getComponentType());
        return kind == Kind.NOT_SET ? of(name, values) : ofKind(name, kind, values);
    }

    /** Returns a feature with one value. */
    static Feature ofSingle(@Nullable Key name, Object value) {
        return switch (kindOf(name, value, SINGLE)) {
            case INT64 -> new Int64Feature(name, int64(name, value, SINGLE));
            case FLOAT -> new FloatFeature(name, ValueWidth.nearestFloat(name, (Number) value, 0));
            case BYTES, NOT_SET, DOUBLE, INT32 -> new BytesFeature(name, byteString(name, value, SINGLE));
        };
    }

    private static Feature ofKind(@Nullable Key name, Kind kind, Object[] values) {
        return switch (kind) {
            case INT64 -> int64s(name, values);
            case FLOAT -> floats(name, values);
            case BYTES, NOT_SET, DOUBLE, INT32 -> bytes(name, values);
        };
    }

    static Feature int64s(@Nullable Key name, @Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            present(name, values[i], i);
        }
        long[] longs = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = int64(name, present(name, values[i], i), i);
        }
        return new Int64Feature(name, longs);
    }

    static Feature floats(@Nullable Key name, @Nullable Object[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            if (!(present(name, values[i], i) instanceof Number number)) {
                throw unsupported(name, values[i], i);
            }
            floats[i] = ValueWidth.nearestFloat(name, number, i);
        }
        return new FloatFeature(name, floats);
    }

    static Feature bytes(@Nullable Key name, @Nullable Object[] values) {
        Bytes[] bytes = new Bytes[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = byteString(name, present(name, values[i], i), i);
        }
        return new BytesFeature(name, bytes);
    }

    // ---------------------------------------------------------------- kinds

    private static Kind commonKind(@Nullable Key name, @Nullable Object[] values) {
        Kind kind = kindOf(name, present(name, values[0], 0), 0);
        for (int i = 1; i < values.length; i++) {
            Object value = present(name, values[i], i);
            Kind other = kindOf(name, value, i);
            if (other != kind) {
                throw FeatureValues.rejected(
                        name,
                        "values have different kinds: " + kind.fieldName() + " for value 0 (" + type(values[0]) + "), "
                                + other.fieldName() + " for value " + i + " (" + type(value) + ")");
            }
        }
        return kind;
    }

    private static Kind kindOf(@Nullable Key name, Object value, int index) {
        Kind kind = kindOf(value.getClass());
        if (kind == Kind.NOT_SET) {
            throw unsupported(name, value, index);
        }
        return kind;
    }

    /** Returns the kind of values of a type, or {@link Kind#NOT_SET} if the type has no kind. */
    private static Kind kindOf(Class<?> type) {
        if (type == Float.class || type == Double.class) {
            return Kind.FLOAT;
        } else if (type == Long.class
                || type == Integer.class
                || type == Short.class
                || type == Byte.class
                || type == Boolean.class
                || type == Character.class
                || BigInteger.class.isAssignableFrom(type)
                || Enum.class.isAssignableFrom(type)) {
            return Kind.INT64;
        } else if (type == String.class
                || type == byte[].class
                || type == Bytes.class
                || ByteBuffer.class.isAssignableFrom(type)) {
            return Kind.BYTES;
        }
        return Kind.NOT_SET;
    }

    // ---------------------------------------------------------------- values

    private static Object present(@Nullable Key name, @Nullable Object value, int index) {
        if (value == null) {
            throw FeatureValues.rejected(
                    name,
                    "values[" + index + "] must not be null; a list cannot hold null, so leave the value out or"
                            + " replace it");
        }
        return value;
    }

    private static Bytes byteString(@Nullable Key name, Object value, int index) {
        if (value instanceof Bytes bytes) {
            return bytes;
        } else if (value instanceof String text) {
            return utf8(name, text, index);
        } else if (value instanceof byte[] array) {
            return Bytes.copyOf(array);
        } else if (value instanceof ByteBuffer buffer) {
            return Bytes.copyOf(buffer);
        }
        throw FeatureValues.rejected(name, place(index) + " is neither text nor bytes: " + type(value));
    }

    /** Returns the UTF-8 form of a single text. */
    static Bytes utf8(@Nullable Key name, String text) {
        return utf8(name, text, SINGLE);
    }

    private static Bytes utf8(@Nullable Key name, String text, int index) {
        try {
            return Bytes.ofUtf8(text);
        } catch (IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage());
            throw FeatureValues.rejected(name, index == SINGLE ? problem : place(index) + ": " + problem);
        }
    }

    private static long int64(@Nullable Key name, Object value, int index) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        } else if (value instanceof Character unit) {
            return unit;
        } else if (value instanceof Enum<?> constant) {
            return constant.ordinal();
        } else if (value instanceof Number number) {
            return exactLong(name, number, index);
        }
        throw unsupported(name, value, index);
    }

    private static long exactLong(@Nullable Key name, Number value, int index) {
        BigDecimal exact;
        try {
            exact = value instanceof BigInteger integer ? new BigDecimal(integer) : new BigDecimal(value.toString());
        } catch (NumberFormatException e) {
            IllegalArgumentException failure =
                    FeatureValues.rejected(name, place(index) + " is not an integer: " + value);
            failure.initCause(e);
            throw failure;
        }
        // The number of digits before the point is precision - scale. This check comes first, so that 1e999999999 takes
        // little time.
        if ((long) exact.precision() - exact.scale() > 20) {
            throw tooLarge(name, value, index);
        }
        BigDecimal stripped = exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
        if (stripped.scale() > 0) {
            throw FeatureValues.rejected(
                    name, place(index) + " is not an integer: " + value + "; use Feature.ofFloats, or round it first");
        }
        if (stripped.toBigInteger().bitLength() > 63) {
            throw tooLarge(name, value, index);
        }
        return stripped.longValue();
    }

    // ---------------------------------------------------------------- messages

    private static IllegalArgumentException tooLarge(@Nullable Key name, Number value, int index) {
        return FeatureValues.rejected(name, place(index) + " does not fit 64 bits: " + value);
    }

    private static IllegalArgumentException unsupported(@Nullable Key name, @Nullable Object value, int index) {
        return FeatureValues.rejected(name, place(index) + " has an unsupported type: " + type(value));
    }

    private static String place(int index) {
        return index == SINGLE ? "value" : "value " + index;
    }

    private static String type(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }
}

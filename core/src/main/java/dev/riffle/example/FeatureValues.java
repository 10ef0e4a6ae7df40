package dev.riffle.example;

import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Converts plain values to the values of a feature. Rejects values that the conversion would change silently. */
final class FeatureValues {

    private FeatureValues() {}

    static Bytes utf8(String text) {
        return Bytes.ofOwned(Utf8.encode(text));
    }

    static long[] widen(boolean[] values) {
        long[] longs = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i] ? 1 : 0;
        }
        return longs;
    }

    static long[] widen(short[] values) {
        long[] longs = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i];
        }
        return longs;
    }

    static long[] widen(int[] values) {
        long[] longs = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i];
        }
        return longs;
    }

    static float[] narrow(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    static long[] longs(List<? extends Number> values) {
        long[] longs = new long[values.size()];
        int count = 0;
        for (Number value : values) {
            longs[count] = exactLong(value, count);
            count++;
        }
        return longs;
    }

    private static long exactLong(Number value, int index) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return value.longValue();
        }
        BigDecimal exact;
        try {
            exact = value instanceof BigInteger integer ? new BigDecimal(integer) : new BigDecimal(value.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("value " + index + " is not an integer: " + value, e);
        }
        // The number of digits before the point is precision - scale. This check comes first, so that 1e999999999 takes
        // little time.
        if ((long) exact.precision() - exact.scale() > 20) {
            throw new IllegalArgumentException("value " + index + " does not fit 64 bits: " + value);
        }
        BigDecimal stripped = exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
        if (stripped.scale() > 0) {
            throw new IllegalArgumentException(
                    "value " + index + " is not an integer: " + value + "; use Feature.ofFloats, or round it first");
        }
        if (stripped.toBigInteger().bitLength() > 63) {
            throw new IllegalArgumentException("value " + index + " does not fit 64 bits: " + value);
        }
        return stripped.longValue();
    }

    static float[] floats(List<? extends Number> values) {
        float[] floats = new float[values.size()];
        int count = 0;
        for (Number value : values) {
            floats[count++] = value.floatValue();
        }
        return floats;
    }

    static Bytes[] bytes(List<?> values) {
        Bytes[] bytes = new Bytes[values.size()];
        int count = 0;
        for (Object value : values) {
            bytes[count] = bytes(value, count);
            count++;
        }
        return bytes;
    }

    private static Bytes bytes(Object value, int index) {
        if (value instanceof Bytes bytes) {
            return bytes;
        } else if (value instanceof String text) {
            return utf8(text);
        } else if (value instanceof byte[] array) {
            return Bytes.copyOf(array);
        } else if (value instanceof ByteBuffer buffer) {
            return Bytes.copyOf(buffer);
        }
        throw new IllegalArgumentException("value " + index + " is neither text nor bytes: " + describe(value));
    }

    static Feature ofList(List<?> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "an empty list has no kind; use Feature.empty(kind) or Feature.notSet()");
        }
        Kind kind = kindOf(values.get(0), 0);
        int index = 0;
        for (Object value : values) {
            Kind other = kindOf(value, index);
            if (other != kind) {
                throw new IllegalArgumentException("values have different kinds: " + kind.fieldName() + " for value 0 ("
                        + describe(values.get(0)) + "), " + other.fieldName() + " for value " + index + " ("
                        + describe(value) + ")");
            }
            index++;
        }
        return switch (kind) {
            case INT64 -> new Int64Feature(null, longs(numbers(values)));
            case FLOAT -> new FloatFeature(null, floats(numbers(values)));
            case BYTES -> new BytesFeature(null, bytes(values));
            case NOT_SET, DOUBLE, INT32 -> throw new IllegalStateException(kind.fieldName());
        };
    }

    private static Kind kindOf(Object value, int index) {
        if (value instanceof Float || value instanceof Double) {
            return Kind.FLOAT;
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof Boolean
                || value instanceof Enum<?>) {
            return Kind.INT64;
        } else if (value instanceof String
                || value instanceof byte[]
                || value instanceof ByteBuffer
                || value instanceof Bytes) {
            return Kind.BYTES;
        }
        throw new IllegalArgumentException("value " + index + " has an unsupported type: " + describe(value));
    }

    private static List<Number> numbers(List<?> values) {
        List<Number> numbers = new ArrayList<>(values.size());
        for (Object value : values) {
            if (value instanceof Boolean flag) {
                numbers.add(flag ? 1L : 0L);
            } else if (value instanceof Enum<?> constant) {
                numbers.add((long) constant.ordinal());
            } else {
                numbers.add((Number) value);
            }
        }
        return numbers;
    }

    private static String describe(Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }
}

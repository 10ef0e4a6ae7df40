package dev.riffle.example;

import dev.riffle.internal.FloatText;
import org.jspecify.annotations.Nullable;

/**
 * Converts between 32-bit and 64-bit numbers. Widening always succeeds. Narrowing succeeds only if the narrow number,
 * widened again, equals the original. For floats, {@link Double#compare} decides: NaN becomes NaN, whatever its bits,
 * infinity becomes infinity, and -0.0 becomes -0.0. Rounding to the nearest float succeeds for every double in the
 * range of floats.
 */
final class ValueWidth {

    private ValueWidth() {}

    static long[] longs(int[] values) {
        long[] longs = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            longs[i] = values[i];
        }
        return longs;
    }

    static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    static float[] nearestFloats(@Nullable Key name, double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = nearestFloat(name, values[i], i);
        }
        return floats;
    }

    /**
     * Returns the nearest float.
     *
     * @throws IllegalArgumentException if the value is finite and the nearest float is infinite
     */
    static float nearestFloat(@Nullable Key name, double value, int index) {
        if (FloatText.isBeyondRange(value)) {
            throw beyondRange(name, value, index);
        }
        return (float) value;
    }

    /** Like {@link #nearestFloat(Key, double, int)}, for any number. Only a float or a double is infinite. */
    static float nearestFloat(@Nullable Key name, Number value, int index) {
        float nearest = value.floatValue();
        boolean isInfinite =
                (value instanceof Double || value instanceof Float) && Double.isInfinite(value.doubleValue());
        if (Float.isInfinite(nearest) && !isInfinite) {
            throw beyondRange(name, value, index);
        }
        return nearest;
    }

    private static IllegalArgumentException beyondRange(@Nullable Key name, Number value, int index) {
        return FeatureValues.rejected(
                name,
                "value " + index + " is beyond the range of 32-bit floats: " + value + "; scale it, or store its text");
    }

    static int[] exactInts(@Nullable Key name, long[] values) {
        int[] ints = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            ints[i] = exactInt(name, values[i], i);
        }
        return ints;
    }

    static int exactInt(@Nullable Key name, long value, int index) {
        if ((int) value != value) {
            throw otherValue(name, "value " + index + " does not fit an int: " + value + "; read it as a long");
        }
        return (int) value;
    }

    static float[] exactFloats(@Nullable Key name, double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = exactFloat(name, values[i], i);
        }
        return floats;
    }

    static float exactFloat(@Nullable Key name, double value, int index) {
        float nearest = (float) value;
        if (Double.compare(nearest, value) != 0) {
            throw otherValue(name, "value " + index + " is not exactly a float: " + value + "; read it as a double");
        }
        return nearest;
    }

    private static FeatureException otherValue(@Nullable Key name, String detail) {
        return FeatureException.of(FeatureException.Reason.OTHER_VALUE, name == null ? null : name.text(), detail);
    }
}

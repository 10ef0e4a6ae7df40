package dev.riffle.internal;

/** Converts the bits of the type {@code bfloat16}, the upper half of a float, to and from float. */
public final class BFloat16 {

    private static final int SIGN = 0x8000;
    private static final int QUIET_NAN = 0x7fc0;

    private BFloat16() {}

    /** Returns the float with the same value. A NaN keeps its sign and its fraction. */
    public static float toFloat(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /**
     * Returns the bits of the nearest value. If two values are equally near, returns the value whose last bit is 0.
     * Values that are too large become infinite. Every NaN becomes TensorFlow's NaN, 7fc0 or ffc0 by its sign.
     */
    public static short toBits(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 & SIGN | QUIET_NAN);
        }
        return (short) (bits + 0x7fff + (bits >>> 16 & 1) >>> 16);
    }
}

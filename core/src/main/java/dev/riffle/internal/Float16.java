package dev.riffle.internal;

/** Converts the bits of the type {@code float16}, IEEE 754's half precision, to and from float. */
public final class Float16 {

    private static final int SIGN = 0x8000;
    private static final int INFINITY = 0x7c00;
    private static final int QUIET_NAN = 0x7e00;

    /** The number of additional fraction bits of a float. */
    private static final int DROPPED = 13;

    /** The bits of the least float that rounds to infinity: 65520, half way between the largest number and the next. */
    private static final int TOO_LARGE = 0x477ff000;

    /** The bits of the least float that is not a denormal here: 2^-14. */
    private static final int LEAST_NORMAL = 0x38800000;

    private static final float ULP_OF_DENORMALS = 0x1p-24f;

    /** The difference of the exponents of the two types, at the place of the exponent in a float. */
    private static final int REBIAS = (127 - 15) << 23;

    private Float16() {}

    /** Returns the float with the same value; a NaN keeps its sign and its fraction. */
    public static float toFloat(short bits) {
        int sign = (bits & SIGN) << 16;
        int magnitude = bits & 0x7fff;
        if (magnitude >= INFINITY) {
            return Float.intBitsToFloat(sign | 0x7f800000 | (magnitude & 0x3ff) << DROPPED);
        }
        if (magnitude < 0x400) {
            float value = magnitude * ULP_OF_DENORMALS;
            return sign == 0 ? value : -value;
        }
        return Float.intBitsToFloat(sign | (magnitude << DROPPED) + REBIAS);
    }

    /**
     * Returns the bits of the nearest value, of two equally near ones the one whose last bit is 0. Too large values
     * become infinite, and every NaN becomes TensorFlow's, 7e00 or fe00 by its sign.
     */
    public static short toBits(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & SIGN;
        int magnitude = bits & 0x7fffffff;
        if (magnitude > 0x7f800000) {
            return (short) (sign | QUIET_NAN);
        }
        if (magnitude >= TOO_LARGE) {
            return (short) (sign | INFINITY);
        }
        if (magnitude < LEAST_NORMAL) {
            // Exact: a float has more than enough bits, and rint rounds to even.
            return (short) (sign | (int) Math.rint((double) Math.abs(value) / ULP_OF_DENORMALS));
        }
        int rounded = magnitude - REBIAS + 0xfff + (magnitude >>> DROPPED & 1);
        return (short) (sign | rounded >>> DROPPED);
    }
}

package dev.riffle.internal;

/** Converts the bits of the type {@code float16}, IEEE 754's half precision, to and from float. */
public final class Float16 {

    private static final int SIGN = 0x8000;
    private static final int INFINITY = 0x7c00;
    private static final int QUIET_NAN = 0x7e00;

    /** The number of fraction bits that a float has in addition. */
    private static final int DROPPED = 13;

    /**
     * The bits of the smallest float that rounds to infinity: 65520. It lies halfway between the largest number of this
     * type and the next power of two.
     */
    private static final int TOO_LARGE = 0x477ff000;

    /** The bits of the smallest float that is not a denormal in this type: 2^-14. */
    private static final int LEAST_NORMAL = 0x38800000;

    private static final float ULP_OF_DENORMALS = 0x1p-24f;

    /** The difference of the exponents of the two types, at the place of the exponent in a float. */
    private static final int REBIAS = (127 - 15) << 23;

    private Float16() {}

    /** Returns the float with the same value. A NaN keeps its sign and its fraction. */
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
     * Returns the bits of the nearest value. If two values are equally near, returns the value whose last bit is 0.
     * Values that are too large become infinite. Every NaN becomes TensorFlow's NaN, 7e00 or fe00 by its sign.
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
            // The division is exact, because a double has more than enough bits. rint rounds to even.
            return (short) (sign | (int) Math.rint((double) Math.abs(value) / ULP_OF_DENORMALS));
        }
        int rounded = magnitude - REBIAS + 0xfff + (magnitude >>> DROPPED & 1);
        return (short) (sign | rounded >>> DROPPED);
    }
}

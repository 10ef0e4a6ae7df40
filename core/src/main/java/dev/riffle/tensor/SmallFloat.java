package dev.riffle.tensor;

/**
 * Floats of 8 and 4 bits. Letters in the names mark differences from IEEE 754. {@code FN} has no infinities. {@code UZ}
 * has no negative zero. The bits of the negative zero are the only NaN. Source: the types of ml_dtypes, which
 * TensorFlow uses.
 */
enum SmallFloat {
    E5M2(5, 2, 15, Specials.IEEE),
    E4M3FN(4, 3, 7, Specials.NAN_IS_ALL_ONES),
    E4M3FNUZ(4, 3, 8, Specials.NAN_IS_NEGATIVE_ZERO),
    E4M3B11FNUZ(4, 3, 11, Specials.NAN_IS_NEGATIVE_ZERO),
    E5M2FNUZ(5, 2, 16, Specials.NAN_IS_NEGATIVE_ZERO),
    E2M1FN(2, 1, 1, Specials.NONE);

    /** The bit patterns that are not finite numbers. */
    private enum Specials {
        IEEE,
        NAN_IS_ALL_ONES,
        NAN_IS_NEGATIVE_ZERO,
        NONE
    }

    private final float[] values;

    SmallFloat(int exponentBits, int fractionBits, int bias, Specials specials) {
        values = new float[1 << 1 + exponentBits + fractionBits];
        int signBit = values.length / 2;
        for (int bits = 0; bits < signBit; bits++) {
            float value = magnitude(bits, exponentBits, fractionBits, bias, specials);
            values[bits] = value;
            values[bits | signBit] = -value;
        }
        if (specials == Specials.NAN_IS_NEGATIVE_ZERO) {
            values[signBit] = Float.NaN;
        }
    }

    private static float magnitude(int bits, int exponentBits, int fractionBits, int bias, Specials specials) {
        int exponent = bits >>> fractionBits;
        int fraction = bits & (1 << fractionBits) - 1;
        int highest = (1 << exponentBits) - 1;
        if (specials == Specials.IEEE && exponent == highest) {
            return fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        }
        if (specials == Specials.NAN_IS_ALL_ONES && bits == (1 << exponentBits + fractionBits) - 1) {
            return Float.NaN;
        }
        return exponent == 0
                ? Math.scalb((float) fraction, 1 - bias - fractionBits)
                : Math.scalb((float) (fraction | 1 << fractionBits), exponent - bias - fractionBits);
    }

    /** Converts the bits to a float with the same value. Ignores bits that the type does not use. */
    float toFloat(byte bits) {
        return values[bits & values.length - 1];
    }
}

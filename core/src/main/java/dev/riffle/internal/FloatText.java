package dev.riffle.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Prints floating-point numbers in decimal, and decides whether a double fits a float. The form follows protobuf's
 * Python implementation for text and JSON. A float has the smallest number of digits that restores it, but at least
 * six. A double has the smallest number of digits that restores it. The layout follows Python's {@code repr}. It has an
 * exponent below 1e-4 and at 1e16 or above, and always has a point or an exponent.
 */
public final class FloatText {

    private static final int FEWEST_FLOAT_DIGITS = 6;
    private static final int MOST_FLOAT_DIGITS = 9;

    /** A bound, larger than necessary, of the error of a product of nine digits. */
    private static final double NEAR_HALF = 1e-5;

    /** The powers of ten that a double holds exactly. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private FloatText() {}

    /** Returns whether a finite double is beyond the range of floats, so that the nearest float is infinite. */
    public static boolean isBeyondRange(double value) {
        return Float.isInfinite((float) value) && !Double.isInfinite(value);
    }

    /** Appends the digits of a finite float. */
    public static void append(StringBuilder out, float value) {
        if (value == 0) {
            out.append(1 / value < 0 ? "-0.0" : "0.0");
        } else if (value == (int) value && Math.abs(value) < 1_000_000) {
            out.append((int) value).append(".0");
        } else if (!appendQuickly(out, value)) {
            layOut(out, shortest(value));
        }
    }

    /**
     * Computes the digits of {@link #shortest(float)} in double arithmetic, which has about 29 bits more than a float.
     * These bits suffice to round to nine digits, unless the rest is very near to one half. Returns false in that case,
     * and if the powers of ten are inexact.
     */
    static boolean appendQuickly(StringBuilder out, float value) {
        double magnitude = Math.abs((double) value);
        if (magnitude < 1e-10 || magnitude >= 1e15) {
            return false;
        }
        int exponent = (int) Math.floor(Math.log10(magnitude));
        for (int digits = FEWEST_FLOAT_DIGITS; digits <= MOST_FLOAT_DIGITS; digits++) {
            int scale = digits - 1 - exponent;
            double power = POWERS_OF_TEN[Math.abs(scale)];
            double scaled = scale < 0 ? magnitude / power : magnitude * power;
            double rounded = Math.rint(scaled);
            if (Math.abs(Math.abs(scaled - rounded) - 0.5) < NEAR_HALF) {
                return false;
            }
            if ((float) (scale < 0 ? rounded * power : rounded / power) == (float) magnitude) {
                layOut(out, value < 0 ? "-" : "", Long.toString((long) rounded), scale);
                return true;
            }
        }
        return false;
    }

    static BigDecimal shortest(float value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = FEWEST_FLOAT_DIGITS; digits < MOST_FLOAT_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if ((float) rounded.doubleValue() == value) {
                return rounded;
            }
        }
        return exact.round(new MathContext(MOST_FLOAT_DIGITS, RoundingMode.HALF_EVEN));
    }

    /** Appends the digits of a finite double. */
    public static void append(StringBuilder out, double value) {
        if (value == 0) {
            out.append(1 / value < 0 ? "-0.0" : "0.0");
        } else if (value == (int) value) {
            out.append((int) value).append(".0");
        } else {
            layOut(out, shortest(value));
        }
    }

    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 15; digits < 17; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) {
                return digits == 15 ? fewer(rounded, exact, value) : rounded;
            }
        }
        return exact.round(new MathContext(17, RoundingMode.HALF_EVEN));
    }

    /** Numbers near zero have fewer than 15 digits of precision: 4.9e-324 equals 5e-324. */
    private static BigDecimal fewer(BigDecimal start, BigDecimal exact, double value) {
        BigDecimal best = start.stripTrailingZeros();
        while (best.precision() > 1) {
            BigDecimal rounded = exact.round(new MathContext(best.precision() - 1, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() != value) {
                return best;
            }
            best = rounded.stripTrailingZeros();
        }
        return best;
    }

    static void layOut(StringBuilder out, BigDecimal number) {
        String digits = number.unscaledValue().abs().toString();
        layOut(out, number.signum() < 0 ? "-" : "", digits, number.scale());
    }

    private static void layOut(StringBuilder out, String sign, String digits, int scale) {
        int exponent = digits.length() - scale - 1;
        int last = digits.length();
        while (last > 1 && digits.charAt(last - 1) == '0') {
            last--;
        }
        out.append(sign);
        if (exponent < -4 || exponent >= 16) {
            out.append(digits.charAt(0));
            if (last > 1) {
                out.append('.').append(digits, 1, last);
            }
            out.append(exponent < 0 ? "e-" : "e+");
            int magnitude = Math.abs(exponent);
            out.append(magnitude < 10 ? "0" : "").append(magnitude);
        } else if (exponent < 0) {
            out.append("0.").append("0".repeat(-exponent - 1)).append(digits, 0, last);
        } else {
            int point = exponent + 1;
            out.append(digits, 0, Math.min(point, last)).append("0".repeat(Math.max(0, point - last)));
            out.append('.');
            if (last > point) {
                out.append(digits, point, last);
            } else {
                out.append('0');
            }
        }
    }
}

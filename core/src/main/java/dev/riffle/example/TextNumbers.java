package dev.riffle.example;

import java.math.BigInteger;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Parses the numbers of protobuf's text format, without their sign. */
final class TextNumbers {

    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]*");
    private static final Pattern OCTAL = Pattern.compile("0[0-7]+");
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]+");
    private static final Pattern FLOAT =
            Pattern.compile("(?:[0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?[fF]?");

    private static final int SAFE_DIGITS = 18;
    private static final int MOST_DIGITS = 64;

    private TextNumbers() {}

    /** Returns whether the text is an integer, even an integer that is too large for every type. */
    static boolean isInteger(String number) {
        return DECIMAL.matcher(number).matches()
                || OCTAL.matcher(number).matches()
                || HEX.matcher(number).matches();
    }

    /**
     * Returns the integer, negated for a minus sign. Empty if it needs more than {@code bits} bits, including the sign.
     */
    static OptionalLong integer(String number, boolean isNegative, int bits) {
        if (number.length() <= SAFE_DIGITS && DECIMAL.matcher(number).matches()) {
            long value = Long.parseLong(number);
            return fit(isNegative ? -value : value, bits);
        }
        if (number.length() > MOST_DIGITS) {
            return OptionalLong.empty();
        }
        BigInteger magnitude = HEX.matcher(number).matches()
                ? new BigInteger(number.substring(2), 16)
                : new BigInteger(number, OCTAL.matcher(number).matches() ? 8 : 10);
        BigInteger value = isNegative ? magnitude.negate() : magnitude;
        return value.bitLength() < bits ? OptionalLong.of(value.longValue()) : OptionalLong.empty();
    }

    private static OptionalLong fit(long value, int bits) {
        long shifted = value << (Long.SIZE - bits) >> (Long.SIZE - bits);
        return shifted == value ? OptionalLong.of(value) : OptionalLong.empty();
    }

    /** Returns the number as a double. Empty if the text is not a decimal number, inf, infinity or nan. */
    static OptionalDouble decimal(String number) {
        String word = number.toLowerCase(Locale.ROOT);
        if (word.equals("inf") || word.equals("infinity")) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        } else if (word.equals("nan")) {
            return OptionalDouble.of(Double.NaN);
        } else if (!FLOAT.matcher(number).matches() || OCTAL.matcher(number).matches()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Double.parseDouble(number));
    }
}

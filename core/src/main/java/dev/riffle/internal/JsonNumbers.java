package dev.riffle.internal;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** Checks the grammar of JSON numbers and returns their exact value as a 64-bit integer. */
public final class JsonNumbers {

    /**
     * The largest number of digits, including zeros after the point. It exceeds the number of digits of any 64-bit
     * integer.
     */
    private static final int MAX_DIGITS = 1000;

    private JsonNumbers() {}

    /** Returns whether the text is a JSON number and nothing else. */
    public static boolean isNumber(String text) {
        return !text.isEmpty() && end(text, 0) == text.length();
    }

    /** Returns the index after the number that begins at {@code from}, or -1 if no number begins there. */
    static int end(String text, int from) {
        int at = from;
        if (charAt(text, at) == '-') {
            at++;
        }
        int integer = digits(text, at);
        if (integer == at || (integer > at + 1 && text.charAt(at) == '0')) {
            return -1;
        }
        at = integer;
        if (charAt(text, at) == '.') {
            int fraction = digits(text, at + 1);
            if (fraction == at + 1) {
                return -1;
            }
            at = fraction;
        }
        if (charAt(text, at) == 'e' || charAt(text, at) == 'E') {
            at++;
            if (charAt(text, at) == '+' || charAt(text, at) == '-') {
                at++;
            }
            int exponent = digits(text, at);
            if (exponent == at) {
                return -1;
            }
            at = exponent;
        }
        return at;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (charAt(text, at) >= '0' && charAt(text, at) <= '9') {
            at++;
        }
        return at;
    }

    private static char charAt(String text, int at) {
        return at < text.length() ? text.charAt(at) : 0;
    }

    /**
     * Returns the exact value of a number. Empty unless the value is an integer from -2^63 to 2^63-1, for example
     * {@code 1e3} or {@code 1.0}. The text must be a {@linkplain #isNumber number}.
     */
    public static OptionalLong exactLong(String number) {
        try {
            return OptionalLong.of(Long.parseLong(number));
        } catch (NumberFormatException e) {
            return exactLongOfDecimal(number);
        }
    }

    private static OptionalLong exactLongOfDecimal(String number) {
        if (number.length() > MAX_DIGITS) {
            return OptionalLong.empty();
        }
        try {
            BigDecimal value = new BigDecimal(number);
            // A number with more than 19 digits before the point is too large. This check comes first, so that
            // 1e999999999 takes little time.
            if (value.signum() != 0 && (long) value.precision() - value.scale() > 19) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(value.signum() == 0 ? 0 : value.longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}

package dev.riffle.internal;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Parses numbers in text by the rules of TensorFlow's ops. White space around a number, a plus sign and leading zeros
 * are allowed. Numbers with a fraction may also have hexadecimal digits. They may also be {@code inf}, {@code infinity}
 * or {@code nan}, in upper or lower case. Source of the rules: Abseil's {@code SimpleAtoi} and {@code SimpleAtod},
 * which those ops call.
 */
public final class NumberText {

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]++");
    private static final Pattern DECIMAL = Pattern.compile("-?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?+");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("-?0[xX](?:[0-9a-fA-F]++\\.?[0-9a-fA-F]*+|\\.[0-9a-fA-F]++)([pP][+-]?[0-9]++)?+");
    private static final Pattern NAN = Pattern.compile("-?nan(?:\\([0-9a-z_]*+\\))?+");

    private NumberText() {}

    /** Returns the integer in the text. Empty unless the text is an integer from -2^63 to 2^63-1. */
    public static OptionalLong integer(String text) {
        String number = strip(text);
        if (!INTEGER.matcher(number).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(number));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the number in the text, in the form that {@link Float#parseFloat} and {@link Double#parseDouble} read and
     * round. Empty if the text is not a number. Those methods make numbers that are too large infinite.
     */
    public static Optional<String> decimal(String text) {
        String number = strip(text);
        if (number.startsWith("+")) {
            number = number.substring(1);
            if (number.startsWith("-")) {
                return Optional.empty();
            }
        }
        if (DECIMAL.matcher(number).matches()) {
            return Optional.of(number);
        }
        if (HEXADECIMAL.matcher(number).matches()) {
            boolean hasExponent = number.indexOf('p') >= 0 || number.indexOf('P') >= 0;
            return Optional.of(hasExponent ? number : number + "p0");
        }
        return word(number.toLowerCase(Locale.ROOT));
    }

    private static Optional<String> word(String word) {
        return switch (word) {
            case "inf", "infinity" -> Optional.of("Infinity");
            case "-inf", "-infinity" -> Optional.of("-Infinity");
            default -> NAN.matcher(word).matches() ? Optional.of("NaN") : Optional.empty();
        };
    }

    /** Returns whether a character is white space in C: a blank, or a character from tab to carriage return. */
    public static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }
}

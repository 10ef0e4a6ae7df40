package dev.riffle.internal;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Numbers in text as TensorFlow's ops read them: white space around them, a plus sign and leading zeros are allowed, and
 * for numbers with a fraction also hexadecimal digits, {@code inf}, {@code infinity} and {@code nan} in any case. Source
 * of the rules: Abseil's {@code SimpleAtoi} and {@code SimpleAtod}, which those ops call.
 */
public final class NumberText {

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]++");
    private static final Pattern DECIMAL = Pattern.compile("-?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?+");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("-?0[xX](?:[0-9a-fA-F]++\\.?[0-9a-fA-F]*+|\\.[0-9a-fA-F]++)([pP][+-]?[0-9]++)?+");
    private static final Pattern NAN = Pattern.compile("-?nan(?:\\([0-9a-z_]*+\\))?+");

    private NumberText() {}

    /** The integer that the text is, if it is one from -2^63 to 2^63-1. */
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
     * The number that the text is, in the form that {@link Float#parseFloat} and {@link Double#parseDouble} read and round;
     * nothing if it is none. What is too large becomes infinite there.
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

    /** Whether C counts it as white space: a blank, or one from tab to carriage return. */
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

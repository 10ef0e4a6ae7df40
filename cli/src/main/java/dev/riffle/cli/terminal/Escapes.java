package dev.riffle.cli.terminal;

import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Escapes text that a terminal would execute or hide. File names, keys and payloads can hold escape sequences, which
 * move the cursor or change the title. They can also hold characters that reverse the order of the text around them.
 * {@link Terminal} applies {@link #line} or {@link #lines} to all text that a command prints.
 */
public final class Escapes {

    private Escapes() {}

    /**
     * Returns the text on one line. Escapes line breaks, control characters and directional overrides like JSON: {@code
     * \}{@code u001b}. Keeps tabs. The value of a JSON text does not change.
     */
    public static String line(String text) {
        return escaped(text, Escapes::isHarmless);
    }

    /** Returns the text like {@link #line}, but keeps its line breaks. */
    static String lines(String text) {
        return escaped(text, codePoint -> codePoint == '\n' || isHarmless(codePoint));
    }

    /**
     * Returns the text on one line. Escapes control characters and other invisible characters like JSON: {@code
     * \}{@code u001b}. The value of a JSON string does not change.
     */
    public static String visible(String text) {
        return escaped(text, Escapes::isVisible);
    }

    private static String escaped(String text, IntPredicate isKept) {
        int kept = 0;
        while (kept < text.length() && isKept.test(text.codePointAt(kept))) {
            kept += Character.charCount(text.codePointAt(kept));
        }
        if (kept == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(codePoint -> {
            if (isKept.test(codePoint)) {
                shown.appendCodePoint(codePoint);
            } else {
                for (char c : Character.toChars(codePoint)) {
                    shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                }
            }
        });
        return shown.toString();
    }

    private static boolean isHarmless(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint >= ' ' && codePoint != 0x7f || codePoint == '\t';
        }
        boolean control = codePoint < 0xa0;
        boolean lineBreak = codePoint == 0x2028 || codePoint == 0x2029;
        boolean override = codePoint >= 0x202a && codePoint <= 0x202e || codePoint >= 0x2066 && codePoint <= 0x2069;
        boolean surrogate = Character.getType(codePoint) == Character.SURROGATE;
        return !control && !lineBreak && !override && !surrogate;
    }

    /** Returns the message of a failure with visible characters. */
    public static String message(Throwable failure) {
        return visible(String.valueOf(failure.getMessage()));
    }

    private static boolean isVisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}

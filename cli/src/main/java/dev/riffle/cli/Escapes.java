package dev.riffle.cli;

import java.util.Locale;

/** Keeps what files say from being taken for commands by a terminal. */
final class Escapes {

    private Escapes() {}

    /**
     * The text on one line, with control characters and others that nobody sees as JSON escapes them: {@code \}{@code u001b}.
     * A string of JSON stays the same string.
     */
    static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(codePoint -> {
            if (isVisible(codePoint)) {
                shown.appendCodePoint(codePoint);
            } else {
                for (char c : Character.toChars(codePoint)) {
                    shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                }
            }
        });
        return shown.toString();
    }

    /** What a failure says, visible. */
    static String message(Throwable failure) {
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

package dev.riffle.filter;

import dev.riffle.RiffleException;

/**
 * Thrown when a text is not a valid expression of a {@link FeatureFilter}. The message shows the expression and marks
 * the error in the line below. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class FilterSyntaxException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final int column;
    private final String reason;

    FilterSyntaxException(String text, int at, String reason) {
        super("filter, column " + (at + 1) + ": " + reason + "\n  " + shown(text) + "\n  "
                + " ".repeat(marked(text, at)) + "^");
        this.column = at + 1;
        this.reason = reason;
    }

    /** Returns the expression on one line, with one column for each code point. */
    private static String shown(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(point -> line.appendCodePoint(isShown(point) ? point : ' '));
        return line.toString();
    }

    private static boolean isShown(int point) {
        int type = Character.getType(point);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }

    private static int marked(String text, int at) {
        return text.codePointCount(0, Math.min(at, text.length()));
    }

    /** Returns the column, in UTF-16 units, counted from 1. */
    public int column() {
        return column;
    }

    /** Returns the reason, without the column and the expression. */
    public String reason() {
        return reason;
    }
}

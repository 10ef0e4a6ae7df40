package dev.riffle.example;

import dev.riffle.RiffleException;

/**
 * Thrown when a text in text format or JSON is not a valid form of the expected message. Safe for use by several
 * threads.
 *
 * @since 0.1
 */
public final class MalformedTextException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String reason;

    MalformedTextException(int line, int column, String reason) {
        super("line " + line + ", column " + column + ": " + reason);
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    /** Returns the line, counted from 1. */
    public int line() {
        return line;
    }

    /** Returns the column, in UTF-16 units, counted from 1. */
    public int column() {
        return column;
    }

    /** Returns the reason, without the position. */
    public String reason() {
        return reason;
    }
}

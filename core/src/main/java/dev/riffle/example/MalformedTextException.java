package dev.riffle.example;

import dev.riffle.RiffleException;
import dev.riffle.internal.Argument;

/**
 * Thrown when a text that a user wrote or a file stores is not valid: a message in text format or JSON, feature specs,
 * the manifest of a set, or the types of columns. Safe for use by several threads.
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

    /**
     * Creates the exception for a text without the position of its fault. Only Riffle's packages create exceptions of
     * this type.
     */
    public MalformedTextException(String reason, Throwable cause) {
        super(Argument.present(reason, "reason"), Argument.present(cause, "cause"));
        this.line = 0;
        this.column = 0;
        this.reason = reason;
    }

    /** Returns the line, counted from 1. Returns 0 if only the message has a position, or the fault has none. */
    public int line() {
        return line;
    }

    /** Returns the column, in UTF-16 units, counted from 1. Returns 0 like {@link #line()}. */
    public int column() {
        return column;
    }

    /** Returns the reason, without the position. */
    public String reason() {
        return reason;
    }
}

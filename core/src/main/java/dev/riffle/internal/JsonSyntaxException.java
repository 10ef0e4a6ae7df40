package dev.riffle.internal;

/** Thrown when text is not JSON, or not the expected JSON. The position counts lines and columns from 1. */
public final class JsonSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String reason;

    JsonSyntaxException(int line, int column, String reason) {
        super("line " + line + ", column " + column + ": " + reason);
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    /** Returns the line, from 1. */
    public int line() {
        return line;
    }

    /** Returns the column, in UTF-16 units from 1. */
    public int column() {
        return column;
    }

    /** Returns the reason without the position. */
    public String reason() {
        return reason;
    }
}

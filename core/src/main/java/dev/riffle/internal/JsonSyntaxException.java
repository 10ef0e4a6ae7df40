package dev.riffle.internal;

/** Text that is not JSON, or not the JSON that was asked for; the place counts lines and columns from 1. */
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

    /** The line, from 1. */
    public int line() {
        return line;
    }

    /** The column, in UTF-16 units from 1. */
    public int column() {
        return column;
    }

    /** What is wrong, without the place. */
    public String reason() {
        return reason;
    }
}

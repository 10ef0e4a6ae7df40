package dev.riffle.example;

/** Text that does not describe the message it was read for: in text format or in JSON. */
public final class MalformedTextException extends RuntimeException {

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

    /** The line, from 1. */
    public int line() {
        return line;
    }

    /** The column, in UTF-16 units from 1. */
    public int column() {
        return column;
    }

    /** What is wrong there. */
    public String reason() {
        return reason;
    }
}

package dev.riffle.formats;

import java.io.IOException;

/**
 * Thrown when text cannot be imported. The message names the source, the line, the reason and the remedy.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ImportException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final long line;
    private final String reason;

    ImportException(String source, long line, String reason) {
        super(source + ": line " + line + ": " + reason);
        this.source = source;
        this.line = line;
        this.reason = reason;
    }

    /** Returns the name of the source. */
    public String source() {
        return source;
    }

    /** Returns the line, from 1; line 1 if the error concerns the complete source. */
    public long line() {
        return line;
    }

    /** Returns the reason, with a remedy if one is known. */
    public String reason() {
        return reason;
    }
}

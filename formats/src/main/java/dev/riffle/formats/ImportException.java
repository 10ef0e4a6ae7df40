package dev.riffle.formats;

import java.io.IOException;

/** Text cannot be imported as it stands: which source, which line, why, and what to do. */
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

    /** The name of the source. */
    public String source() {
        return source;
    }

    /** The line, from 1; the first one where the whole source is meant. */
    public long line() {
        return line;
    }

    /** What is wrong there, with a remedy where one is known. */
    public String reason() {
        return reason;
    }
}

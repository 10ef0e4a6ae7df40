package dev.riffle.formats.numpy;

import java.io.IOException;

/**
 * Thrown when a file is not an array of NumPy, is damaged, or has an array that Riffle does not read. The message names
 * the file, the reason and the remedy.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class MalformedArrayException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String reason;

    MalformedArrayException(String source, String reason) {
        super(source + ": " + reason);
        this.source = source;
        this.reason = reason;
    }

    /** Returns the name of the file, with the name of the array if the file has several. */
    public String source() {
        return source;
    }

    /** Returns the reason, with a remedy if one is known. */
    public String reason() {
        return reason;
    }
}

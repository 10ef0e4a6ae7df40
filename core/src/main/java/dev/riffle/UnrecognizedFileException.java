package dev.riffle;

import java.io.IOException;

/** What was opened as a record file is none: the message says what it looks like, and what to do. */
public final class UnrecognizedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String looksLike;

    UnrecognizedFileException(String source, String looksLike) {
        super(source + ": not a TFRecord or OFRecord file: it looks like " + looksLike);
        this.source = source;
        this.looksLike = looksLike;
    }

    /** The name of the source. */
    public String source() {
        return source;
    }

    /** What it looks like, in words, with a remedy where one is known. */
    public String looksLike() {
        return looksLike;
    }
}

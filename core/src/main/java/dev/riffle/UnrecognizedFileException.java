package dev.riffle;

import java.io.IOException;

/** What was opened as a record file is none: the message says what it looks like, and what to do. */
public final class UnrecognizedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String looksLike;
    private final boolean somethingElse;

    UnrecognizedFileException(String source, String looksLike, boolean somethingElse) {
        super(source + ": not a TFRecord or OFRecord file: it looks like " + looksLike);
        this.source = source;
        this.looksLike = looksLike;
        this.somethingElse = somethingElse;
    }

    /** The name of the source. */
    public String source() {
        return source;
    }

    /** What it looks like, in words, with a remedy where one is known. */
    public String looksLike() {
        return looksLike;
    }

    /** Whether it is known to be something else. If not, it may be a record file that is damaged at its beginning. */
    public boolean isSomethingElse() {
        return somethingElse;
    }
}

package dev.riffle;

import dev.riffle.internal.frame.UnrecognizedContentException;
import java.io.IOException;

/**
 * Thrown when an opened source is not a record file. The message describes the content, and names a remedy if a remedy
 * is known. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class UnrecognizedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String looksLike;
    private final boolean otherKind;

    UnrecognizedFileException(String source, UnrecognizedContentException content) {
        super(source + ": not a TFRecord or OFRecord file: it looks like " + content.looksLike());
        this.source = source;
        this.looksLike = content.looksLike();
        this.otherKind = content.isOtherKind();
    }

    /** Returns the name of the source. */
    public String source() {
        return source;
    }

    /** Returns a description of the content, with a remedy if a remedy is known. */
    public String looksLike() {
        return looksLike;
    }

    /**
     * Returns whether the content is certainly not a record file. If false, the source may be a record file with a
     * damaged beginning.
     */
    public boolean isSomethingElse() {
        return otherKind;
    }
}

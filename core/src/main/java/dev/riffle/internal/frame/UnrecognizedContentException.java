package dev.riffle.internal.frame;

import java.io.IOException;

/** Thrown when a source is not a record file. Readers convert it to an {@code dev.riffle.UnrecognizedFileException}. */
public final class UnrecognizedContentException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean otherKind;

    /**
     * Creates an exception.
     *
     * @param looksLike a description of the content
     * @param otherKind whether the content is certainly not a record file
     */
    UnrecognizedContentException(String looksLike, boolean otherKind) {
        super(looksLike);
        this.otherKind = otherKind;
    }

    public boolean isOtherKind() {
        return otherKind;
    }

    public String looksLike() {
        return String.valueOf(getMessage());
    }
}

package dev.riffle.io.internal.codec;

import java.io.IOException;

/**
 * Thrown when a compressed stream cannot be decompressed. Channels convert this exception to a {@code
 * CompressionException}.
 */
public final class MalformedStreamException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The kinds of damage of a compressed stream. */
    public enum Problem {
        /** The bytes cannot be decompressed, or a checksum does not match. */
        DAMAGED,
        /** The stream ends without an end mark or trailer. */
        INCOMPLETE,
        /** Bytes follow the end of the stream. */
        TRAILING_BYTES
    }

    private final Problem problem;
    private final long offset;

    /**
     * Creates an exception.
     *
     * @param problem the kind of damage
     * @param offset the offset at which the damage was detected, in compressed bytes
     * @param message the expected and found content
     */
    MalformedStreamException(Problem problem, long offset, String message) {
        super(message);
        this.problem = problem;
        this.offset = offset;
    }

    public static MalformedStreamException damaged(long offset, String message) {
        return new MalformedStreamException(Problem.DAMAGED, offset, message);
    }

    public static MalformedStreamException incomplete(long offset, String message) {
        return new MalformedStreamException(Problem.INCOMPLETE, offset, message);
    }

    public static MalformedStreamException trailingBytes(long offset, String message) {
        return new MalformedStreamException(Problem.TRAILING_BYTES, offset, message);
    }

    public Problem problem() {
        return problem;
    }

    public long offset() {
        return offset;
    }

    /** Returns the expected and found content. */
    public String message() {
        return String.valueOf(getMessage());
    }
}

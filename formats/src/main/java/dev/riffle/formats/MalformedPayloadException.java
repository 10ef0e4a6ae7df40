package dev.riffle.formats;

import dev.riffle.RiffleException;

/**
 * Thrown when a compressed string is damaged, truncated, followed by other bytes, or too large after decompression.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class MalformedPayloadException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final long offset;
    private final int recoverableBytes;

    MalformedPayloadException(PayloadCompression compression, long offset, String problem, int recoverableBytes) {
        super(compression + " at compressed byte " + offset + ": " + problem
                + (recoverableBytes < 0 ? "" : "; " + recoverableBytes + " bytes can be recovered with recover"));
        this.offset = offset;
        this.recoverableBytes = recoverableBytes;
    }

    /** Returns the offset in the compressed bytes at which the error was found. */
    public long offset() {
        return offset;
    }

    /** Returns the number of bytes that {@link PayloadCompression#recover} returns; -1 if {@code recover} fails too. */
    public int recoverableBytes() {
        return recoverableBytes;
    }
}

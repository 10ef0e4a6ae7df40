package dev.riffle.io;

import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;

/** Compressed bytes are damaged, or stop before their end. Readers of records report it as a corrupt record. */
public final class CompressionException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is wrong with a compressed stream. */
    public enum Reason {
        /** The bytes cannot be decompressed, or a checksum of the compressed format does not match. */
        DAMAGED,
        /** The stream stops without its end mark or trailer. */
        INCOMPLETE,
        /** Bytes follow behind the end of the stream. */
        TRAILING_BYTES
    }

    private final Reason reason;
    private final long offset;
    private final long verifiedBytes;

    /**
     * @param reason what is wrong
     * @param offset where the damage was noticed, in compressed bytes from the beginning of the stream
     * @param message what was expected and found, without the name of the source
     */
    public CompressionException(Reason reason, long offset, String message) {
        this(reason, offset, message, 0);
    }

    /**
     * Creates an exception for a compression that knows how much of what it delivered is verified.
     *
     * @param reason what is wrong
     * @param offset where the damage was noticed, in compressed bytes from the beginning of the stream
     * @param message what was expected and found, without the name of the source
     * @param verifiedBytes see {@link #verifiedBytes()}
     */
    public CompressionException(Reason reason, long offset, String message, long verifiedBytes) {
        super(message);
        this.reason = reason;
        this.offset = offset;
        this.verifiedBytes = verifiedBytes;
    }

    /** Returns what a channel throws for a failure of its stream: a failure of another kind as it is. */
    static IOException reported(IOException failure, long verifiedBytes) {
        if (failure instanceof MalformedStreamException malformed) {
            Reason reason = switch (malformed.problem()) {
                case DAMAGED -> Reason.DAMAGED;
                case INCOMPLETE -> Reason.INCOMPLETE;
                case TRAILING_BYTES -> Reason.TRAILING_BYTES;
            };
            return new CompressionException(reason, malformed.offset(), malformed.message(), verifiedBytes);
        }
        return failure instanceof CompressionException below ? below.withVerifiedBytes(verifiedBytes) : failure;
    }

    /**
     * The same, for a compression that knows more of what it has delivered.
     *
     * @param verifiedBytes see {@link #verifiedBytes()}
     */
    CompressionException withVerifiedBytes(long verifiedBytes) {
        return new CompressionException(reason, offset, String.valueOf(getMessage()), verifiedBytes);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** Where the damage was noticed, in compressed bytes from the beginning of the stream. */
    public long offset() {
        return offset;
    }

    /**
     * How many of the uncompressed bytes that were delivered before are not touched by this damage. Bytes behind them may
     * be wrong because of it, although they were delivered: a checksum over all of them comes last.
     */
    public long verifiedBytes() {
        return verifiedBytes;
    }
}

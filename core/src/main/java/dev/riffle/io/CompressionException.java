package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;

/**
 * Thrown when compressed bytes are damaged or end too early. A record reader reports the damage as a {@code
 * dev.riffle.CorruptRecordException}. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class CompressionException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * The kinds of damage of a compressed stream.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The bytes cannot be decompressed, or a checksum of the compressed format does not match. */
        DAMAGED,
        /** The stream ends without an end mark or trailer. */
        INCOMPLETE,
        /** Bytes follow the end of the stream. */
        TRAILING_BYTES
    }

    private final Reason reason;
    private final long offset;
    private final long verifiedBytes;

    /**
     * Creates an exception without a number of verified bytes, for compressions that do not count them.
     *
     * @param reason the kind of damage
     * @param offset the offset at which the damage was detected, in compressed bytes from the beginning of the stream
     * @param message the expected and found content, without the name of the source
     */
    public CompressionException(Reason reason, long offset, String message) {
        this(reason, offset, message, 0);
    }

    /**
     * Like {@link #CompressionException(Reason, long, String)}, with the number of verified bytes.
     *
     * @param reason the kind of damage
     * @param offset the offset at which the damage was detected, in compressed bytes from the beginning of the stream
     * @param message the expected and found content, without the name of the source
     * @param verifiedBytes see {@link #verifiedBytes()}
     */
    public CompressionException(Reason reason, long offset, String message, long verifiedBytes) {
        super(Argument.present(message, "message"));
        this.reason = Argument.present(reason, "reason");
        this.offset = offset;
        this.verifiedBytes = verifiedBytes;
    }

    /** Converts a failure of a decoder to the exception that a channel throws. Returns other failures unchanged. */
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
     * Returns a copy of this exception with another number of verified bytes.
     *
     * @param verifiedBytes see {@link #verifiedBytes()}
     */
    CompressionException withVerifiedBytes(long verifiedBytes) {
        return new CompressionException(reason, offset, String.valueOf(getMessage()), verifiedBytes);
    }

    /** Returns the kind of damage. */
    public Reason reason() {
        return reason;
    }

    /** Returns the offset at which the damage was detected, in compressed bytes from the beginning of the stream. */
    public long offset() {
        return offset;
    }

    /**
     * Returns the number of delivered uncompressed bytes that this damage does not affect. Later bytes may be wrong
     * although the channel delivered them, because their checksum follows all of them.
     */
    public long verifiedBytes() {
        return verifiedBytes;
    }
}

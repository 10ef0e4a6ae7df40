package dev.riffle.internal;

/**
 * Bytes that are no protobuf message, found by a leaf that does not know which message was meant. Packages that do know
 * turn it into an exception of their own.
 */
public final class WireException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int offset;

    /** The {@code offset} counts from the beginning of the message. */
    public WireException(int offset, String reason) {
        super(reason);
        this.offset = offset;
    }

    /** Where the damage was noticed, in bytes from the beginning of the message. */
    public int offset() {
        return offset;
    }
}

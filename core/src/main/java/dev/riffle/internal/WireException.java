package dev.riffle.internal;

/**
 * Thrown when bytes are not a protobuf message, if the code does not know the kind of message. Packages that know the
 * kind throw their own exceptions instead.
 */
public final class WireException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int offset;

    /** Creates an exception. {@code offset} counts bytes from the beginning of the message. */
    public WireException(int offset, String reason) {
        super(reason);
        this.offset = offset;
    }

    /** Returns the offset at which the damage was detected, in bytes from the beginning of the message. */
    public int offset() {
        return offset;
    }
}

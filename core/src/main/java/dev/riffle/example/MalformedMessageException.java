package dev.riffle.example;

import dev.riffle.RiffleException;
import dev.riffle.internal.WireException;

/**
 * Thrown when the bytes of a record are not a valid message of the expected type. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class MalformedMessageException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final String messageName;
    private final int offset;
    private final String reason;

    MalformedMessageException(String messageName, WireException cause) {
        super("not a valid " + messageName + ": at byte " + cause.offset() + ": " + cause.getMessage(), cause);
        this.messageName = messageName;
        this.offset = cause.offset();
        this.reason = String.valueOf(cause.getMessage());
    }

    /** Returns the name of the expected message: Example, SequenceExample, OFRecord or Feature. */
    public String messageName() {
        return messageName;
    }

    /** Returns the offset at which the reader found the damage, in bytes from the beginning of the message. */
    public int offset() {
        return offset;
    }

    /** Returns the reason, without the name and the offset. */
    public String reason() {
        return reason;
    }
}

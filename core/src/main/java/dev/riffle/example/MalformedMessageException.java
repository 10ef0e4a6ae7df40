package dev.riffle.example;

import dev.riffle.internal.WireException;

/** The bytes of a record are not the message that they were taken for. */
public final class MalformedMessageException extends RuntimeException {

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

    /** The message that was expected: Example, SequenceExample, OFRecord or Feature. */
    public String messageName() {
        return messageName;
    }

    /** Where the damage was noticed, in bytes from the beginning of the message. */
    public int offset() {
        return offset;
    }

    /** What is wrong there. */
    public String reason() {
        return reason;
    }
}

package dev.riffle.tensor;

import dev.riffle.RiffleException;

/**
 * Thrown when bytes are not a valid tensor, have another type than requested, or exceed Riffle's limits. Safe for use
 * by several threads.
 *
 * @since 0.1
 */
public final class MalformedTensorException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /**
     * The reason why the parser or decoder rejects the bytes.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The bytes are not a valid tensor message. TensorFlow also rejects these bytes. */
        MALFORMED,
        /** The type has no data in the message: a resource or a variant. */
        NO_DATA,
        /** The type of the tensor differs from the requested type. */
        OTHER_TYPE,
        /** The tensor exceeds Riffle's limits: it has a dimension of 2^31 or more, or values of 2^31 bytes or more. */
        TOO_LARGE,
        /**
         * The message repeats its values beyond the limit of the call. Pass a larger limit if you trust the message.
         */
        OVER_LIMIT,
        /**
         * The length of a string is not a multiple of the number size, or differs from the length of the other strings.
         */
        OTHER_LENGTH
    }

    private final int offset;
    private final Reason reason;
    private final String detail;

    MalformedTensorException(int offset, String detail) {
        this(Reason.MALFORMED, offset, detail);
    }

    MalformedTensorException(Reason reason, String detail) {
        this(reason, -1, detail);
    }

    private MalformedTensorException(Reason reason, int offset, String detail) {
        super((reason == Reason.MALFORMED ? "not a valid tensor: " : "")
                + (offset < 0 ? "" : "at byte " + offset + ": ")
                + detail
                + (reason == Reason.OVER_LIMIT
                        ? "; if you trust the message, pass a larger limit to TensorProto.parse"
                        : ""));
        this.offset = offset;
        this.reason = reason;
        this.detail = detail;
    }

    /** Returns the offset of the fault, in bytes from the beginning, or -1 if the fault has no offset. */
    public int offset() {
        return offset;
    }

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    /** Returns the message without the offset: the expected and the found content. */
    public String detail() {
        return detail;
    }
}

package dev.riffle.tensor;

/**
 * Thrown when bytes are not the expected tensor, or a tensor that Riffle does not support. Immutable.
 *
 * @since 0.1
 */
public final class MalformedTensorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason why the bytes were refused. */
    public enum Reason {
        /** The bytes are not a valid tensor message; TensorFlow refuses them too. */
        MALFORMED,
        /** The tensor has a type without data of its own: resource or variant. */
        NO_DATA,
        /** The tensor has another type than the requested one. */
        OTHER_TYPE,
        /** The tensor exceeds Riffle's limits: it has a dimension of 2^31 or more, or values of 2^31 bytes or more. */
        TOO_LARGE,
        /** The message repeats its values beyond the limit of the call; a larger limit helps. */
        OVER_LIMIT,
        /**
         * The length of a string that is decoded as numbers does not fit the numbers, or differs from the other
         * strings.
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
                + (reason == Reason.OVER_LIMIT ? "; if you trust it, give TensorProto.parse a larger limit" : ""));
        this.offset = offset;
        this.reason = reason;
        this.detail = detail;
    }

    /** Returns the offset of the fault, in bytes from the beginning; -1 if the fault concerns all bytes. */
    public int offset() {
        return offset;
    }

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    /** Returns the reason in words: expected and found content. */
    public String detail() {
        return detail;
    }
}

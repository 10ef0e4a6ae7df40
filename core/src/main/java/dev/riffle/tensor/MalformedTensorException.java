package dev.riffle.tensor;

/** Bytes are not the tensor that they were taken for, or not one that can be had here. */
public final class MalformedTensorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** The bytes are no message of a tensor, or one that contradicts itself; TensorFlow refuses them too. */
        MALFORMED,
        /** The tensor has a type without data of its own: resource or variant. */
        NO_DATA,
        /** The tensor is of another type than the one that was asked for. */
        OTHER_TYPE,
        /** The tensor has more than can be had here: a dimension of 2^31 or more, or values of as many bytes. */
        TOO_LARGE,
        /** The message repeats its values beyond the limit that was given; a larger one helps. */
        OVER_LIMIT,
        /** A string that is taken for numbers has a length that does not fit them, or the other strings. */
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

    /** Where that was noticed, in bytes from the beginning; -1 if it is about all of them. */
    public int offset() {
        return offset;
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** What is wrong, in words: what was expected and found. */
    public String detail() {
        return detail;
    }
}

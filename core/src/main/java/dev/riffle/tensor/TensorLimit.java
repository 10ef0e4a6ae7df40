package dev.riffle.tensor;

import dev.riffle.tensor.MalformedTensorException.Reason;

/**
 * The largest memory for repeated values of a message: a message of a few bytes can claim any number of values.
 *
 * @param mostBytes the limit in bytes; the limit is at least eight bytes for each byte of the message
 */
record TensorLimit(long mostBytes, int messageBytes) {

    private static final int BYTES_PER_BYTE = 8;

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /** Throws if this number of bytes exceeds the largest array. */
    static void checkArray(long bytes) {
        if (bytes > MOST_ARRAY_BYTES) {
            throw new MalformedTensorException(
                    Reason.TOO_LARGE,
                    "values of " + bytes + " bytes, but a tensor here has at most " + MOST_ARRAY_BYTES);
        }
    }

    /** Throws if this number of bytes exceeds the limit. */
    void check(long bytes) {
        checkArray(bytes);
        if (bytes > mostBytes && bytes > (long) messageBytes * BYTES_PER_BYTE) {
            throw new MalformedTensorException(
                    Reason.OVER_LIMIT,
                    "a message of " + messageBytes + " bytes whose repeated values take " + bytes
                            + " bytes, more than the limit of " + mostBytes);
        }
    }
}

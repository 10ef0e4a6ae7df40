package dev.riffle.tensor;

import dev.riffle.tensor.MalformedTensorException.Reason;

/**
 * How much memory the values of a message may take that repeat: a message of a few bytes can claim any number of them.
 *
 * @param mostBytes as many bytes, or eight for each byte of the message, whatever is more
 */
record TensorLimit(long mostBytes, int messageBytes) {

    private static final int BYTES_PER_BYTE = 8;

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /** Refuses what takes an array of so many bytes if there are no such arrays. */
    static void checkArray(long bytes) {
        if (bytes > MOST_ARRAY_BYTES) {
            throw new MalformedTensorException(
                    Reason.TOO_LARGE,
                    "values of " + bytes + " bytes, but a tensor here has at most " + MOST_ARRAY_BYTES);
        }
    }

    /** Refuses values of so many bytes if they are too many. */
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

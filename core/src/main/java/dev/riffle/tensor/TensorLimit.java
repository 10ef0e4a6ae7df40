package dev.riffle.tensor;

import dev.riffle.tensor.MalformedTensorException.Reason;

/**
 * The limit for the memory of repeated values. A message of a few bytes can claim any number of values.
 *
 * @param mostBytes the limit in bytes; the effective limit is at least eight bytes for each byte of the message
 */
record TensorLimit(long mostBytes, int messageBytes) {

    private static final int BYTES_PER_BYTE = 8;

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /** Throws an exception if this number of bytes exceeds the largest array. */
    static void checkArray(long bytes) {
        if (bytes > MOST_ARRAY_BYTES) {
            throw new MalformedTensorException(
                    Reason.TOO_LARGE, "values must have at most " + MOST_ARRAY_BYTES + " bytes: " + bytes);
        }
    }

    /** Throws an exception if this number of bytes exceeds the limit. */
    void check(long bytes) {
        checkArray(bytes);
        if (bytes > mostBytes && bytes > (long) messageBytes * BYTES_PER_BYTE) {
            throw new MalformedTensorException(
                    Reason.OVER_LIMIT,
                    "the repeated values of a message of " + messageBytes + " bytes take " + bytes
                            + " bytes, more than the limit of " + mostBytes);
        }
    }
}

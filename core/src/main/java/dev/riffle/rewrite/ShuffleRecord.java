package dev.riffle.rewrite;

import java.nio.ByteBuffer;

/**
 * A record of a shuffle.
 *
 * @param number the number of the record in the input, which determines its place in the output
 */
record ShuffleRecord(long number, byte[] payload) {

    /** The largest size of this object, the header of its array, and its places in lists. */
    private static final int OVERHEAD_BYTES = 64;

    /** Returns a record with a copy of the payload. */
    static ShuffleRecord copy(long number, ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return new ShuffleRecord(number, bytes);
    }

    /** Returns the number of bytes that this record needs in memory. */
    long memoryBytes() {
        return OVERHEAD_BYTES + (long) payload.length;
    }
}

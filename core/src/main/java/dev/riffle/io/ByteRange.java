package dev.riffle.io;

/**
 * A range of the bytes of a source. Immutable and safe for use by several threads.
 *
 * @param offset the offset of the first byte, from 0
 * @param length the number of bytes, at least 0
 * @since 0.1
 */
public record ByteRange(long offset, long length) {

    /**
     * Creates a range.
     *
     * @throws IllegalArgumentException if {@code offset} or {@code length} is negative, or if the end of the range
     *     exceeds {@link Long#MAX_VALUE}
     */
    public ByteRange {
        if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException(
                    "offset, length and their sum must not be negative: " + offset + ", " + length);
        }
    }

    /** Returns the offset after the last byte. */
    public long end() {
        return offset + length;
    }
}

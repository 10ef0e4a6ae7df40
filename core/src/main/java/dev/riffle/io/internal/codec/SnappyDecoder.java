package dev.riffle.io.internal.codec;

/**
 * Decodes a raw Snappy block. The block begins with the uncompressed size as a varint. Literals and copies of earlier
 * output follow.
 *
 * <p>The low two bits of an element are its kind. Kind 0 is a literal of 1 to 60 bytes, or a longer literal with its
 * size in the next 1 to 4 bytes. Kind 1 is a copy of 4 to 11 bytes from up to 2 KiB back. Kind 2 is a copy of 1 to 64
 * bytes from up to 64 KiB back. Kind 3 is a copy of 1 to 64 bytes from up to 4 GiB back.
 */
public final class SnappyDecoder {

    /**
     * The largest ratio of output to input. A copy of 64 bytes takes three bytes, and no element has a higher ratio.
     */
    static final int MOST_EXPANSION = 22;

    private static final int MOST_VARINT_BYTES = 5;
    private static final int LONGEST_DIRECT_LITERAL = 60;

    private SnappyDecoder() {}

    /** Thrown when a block does not follow Snappy's format. */
    static final class MalformedBlockException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int offset;
        private final int decoded;

        MalformedBlockException(int offset, int decoded, String message) {
            super(message);
            this.offset = offset;
            this.decoded = decoded;
        }

        /** Returns the number of bytes decoded before the damage. */
        int decoded() {
            return decoded;
        }

        /** Returns the offset of the damage in the block. */
        int offset() {
            return offset;
        }
    }

    /**
     * Returns the size that the block states for its content. Throws if the compressed bytes cannot expand to that
     * size.
     */
    public static int uncompressedSize(byte[] block, int size) throws MalformedBlockException {
        long value = 0;
        int at = 0;
        while (true) {
            if (at == size || at == MOST_VARINT_BYTES) {
                throw new MalformedBlockException(
                        at, 0, "expected the uncompressed size of a Snappy block, found the end or an invalid size");
            }
            byte next = block[at];
            value |= (long) (next & 0x7f) << (7 * at);
            at++;
            if (next >= 0) {
                break;
            }
        }
        if (value > (long) MOST_EXPANSION * size || value > Integer.MAX_VALUE - 8) {
            throw new MalformedBlockException(
                    0,
                    0,
                    "expected at most " + MOST_EXPANSION + " times the block's " + size + " bytes, found a claim of "
                            + value);
        }
        return (int) value;
    }

    /**
     * Decodes the block into {@code out}. The result must have exactly {@code outSize} bytes. If the block is damaged,
     * {@code out} keeps the bytes before the damage.
     */
    static void decode(byte[] block, int size, byte[] out, int outSize) throws MalformedBlockException {
        int in = 0;
        while (block[in] < 0) {
            in++;
        }
        in++;
        int to = 0;
        while (in < size) {
            int tag = block[in++] & 0xff;
            if ((tag & 3) == 0) {
                int length = (tag >>> 2) + 1;
                if (length > LONGEST_DIRECT_LITERAL) {
                    int sizeBytes = length - LONGEST_DIRECT_LITERAL;
                    check(sizeBytes <= size - in, in, to, "expected the size of a literal, found the end of the block");
                    length = littleEndian(block, in, sizeBytes) + 1;
                    in += sizeBytes;
                }
                if (length > size - in) {
                    int there = Math.min(size - in, outSize - to);
                    System.arraycopy(block, in, out, to, there);
                    to += there;
                }
                check(
                        length > 0 && length <= size - in,
                        in,
                        to,
                        "expected a literal inside the block, found a literal past its end");
                check(length <= outSize - to, in, to, "expected " + outSize + " bytes from the block, found more");
                System.arraycopy(block, in, out, to, length);
                in += length;
                to += length;
                continue;
            }
            int length;
            int distance;
            int operandBytes = (tag & 3) == 3 ? 4 : tag & 3;
            check(operandBytes <= size - in, in, to, "expected the distance of a copy, found the end of the block");
            if ((tag & 3) == 1) {
                length = ((tag >>> 2) & 7) + 4;
                distance = (tag >>> 5) << 8 | (block[in] & 0xff);
            } else {
                length = (tag >>> 2) + 1;
                distance = littleEndian(block, in, operandBytes);
            }
            in += operandBytes;
            check(
                    distance > 0 && distance <= to,
                    in,
                    to,
                    "expected a copy from inside the output, found a copy from outside");
            check(length <= outSize - to, in, to, "expected " + outSize + " bytes from the block, found more");
            if (distance >= length) {
                System.arraycopy(out, to - distance, out, to, length);
                to += length;
            } else {
                // A copy that overlaps its own output repeats its first bytes.
                for (int end = to + length; to < end; to++) {
                    out[to] = out[to - distance];
                }
            }
        }
        check(to == outSize, in, to, "expected " + outSize + " bytes from the block, found " + to);
    }

    private static int littleEndian(byte[] block, int at, int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value |= (block[at + i] & 0xff) << (8 * i);
        }
        return value;
    }

    private static void check(boolean holds, int offset, int decoded, String message) throws MalformedBlockException {
        if (!holds) {
            throw new MalformedBlockException(offset, decoded, message);
        }
    }
}

package dev.riffle.index;

import dev.riffle.internal.Crc32cAlgebra;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Computes a digest of consecutive payloads: the CRC-32C of their masked checksums, four little-endian bytes each. The
 * digest depends on the order of the payloads. The digests of two ranges give the digest of both.
 */
final class PayloadDigest {

    /** The largest number of checksums in one call. */
    static final int CAPACITY = 1024;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer bytes =
            ByteBuffer.allocate(CAPACITY * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final int[] pending = new int[CAPACITY];
    private int count;

    /** Adds the checksum of the next payload. */
    void add(int checksum) {
        if (count == CAPACITY) {
            flush();
        }
        pending[count++] = checksum;
    }

    /** Adds the checksums of the next payloads, at most {@link #CAPACITY}. */
    void add(int[] checksums, int many) {
        if (many > CAPACITY - count) {
            flush();
        }
        System.arraycopy(checksums, 0, pending, count, many);
        count += many;
    }

    private void flush() {
        bytes.asIntBuffer().put(pending, 0, count);
        crc.update(bytes.array(), 0, count * Integer.BYTES);
        count = 0;
    }

    /** Returns the digest of all payloads so far. */
    int value() {
        flush();
        return (int) crc.getValue();
    }

    /** Returns the bytes of a digest in the index file. */
    static Bytes bytes(int digest) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return Bytes.ofOwned(bytes.putInt(digest).array());
    }

    /** Returns the digest of the payloads of {@code first}, followed by {@code count} payloads of {@code next}. */
    static int joined(int first, int next, long count) {
        return Crc32cAlgebra.shift(first, count * Integer.BYTES) ^ next;
    }
}

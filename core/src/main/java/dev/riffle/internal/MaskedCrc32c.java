package dev.riffle.internal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Computes the checksum of TFRecord: CRC-32C (Castagnoli), rotated right by 15 bits, plus a constant. The rotation and
 * the constant keep the checksum well distributed if the data contains checksums.
 *
 * <p>Source of the format: {@code tsl/lib/hash/crc32c.h} of TensorFlow 2.21.
 */
public final class MaskedCrc32c {

    /** The number of bytes that {@link #updateCopied} copies in one step. */
    public static final int COPIED_BYTES = 4 << 10;

    private static final int MASK_DELTA = 0xa282ead8;
    private static final int POLYNOMIAL = 0x82f63b78;

    /**
     * {@code TABLE[256 * k + b]} is the CRC of byte {@code b} followed by {@code k} zero bytes. Eight independent
     * look-ups check a length in less time than one call of the JDK's class takes.
     */
    private static final int[] TABLE = table();

    private MaskedCrc32c() {}

    private static int[] table() {
        int[] table = new int[8 * 256];
        for (int b = 0; b < 256; b++) {
            int crc = b;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : POLYNOMIAL);
            }
            table[b] = crc;
        }
        for (int i = 256; i < table.length; i++) {
            int previous = table[i - 256];
            table[i] = (previous >>> 8) ^ table[previous & 0xff];
        }
        return table;
    }

    /** Returns the masked checksum of the eight bytes of a little-endian length. */
    public static int ofLength(long length) {
        int low = ~(int) length;
        int high = (int) (length >>> 32);
        int crc = TABLE[7 * 256 + (low & 0xff)]
                ^ TABLE[6 * 256 + ((low >>> 8) & 0xff)]
                ^ TABLE[5 * 256 + ((low >>> 16) & 0xff)]
                ^ TABLE[4 * 256 + (low >>> 24)]
                ^ TABLE[3 * 256 + (high & 0xff)]
                ^ TABLE[2 * 256 + ((high >>> 8) & 0xff)]
                ^ TABLE[256 + ((high >>> 16) & 0xff)]
                ^ TABLE[high >>> 24];
        return mask(~crc);
    }

    /** Returns the masked checksum of a part of an array. */
    public static int of(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return mask((int) crc.getValue());
    }

    /**
     * Returns the masked checksum of the bytes between position and limit of {@code buffer}, and moves the position to
     * the limit. A read-only heap buffer is slow here, because the JDK copies it.
     */
    public static int of(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        crc.update(buffer);
        return mask((int) crc.getValue());
    }

    /**
     * Adds the bytes from index {@code from} to {@code to} of a buffer to a checksum. Copies {@link #COPIED_BYTES}
     * bytes in each step. The JVM guards copies of a mapped file that another program truncates. Missing bytes then
     * cause an {@link InternalError}, immediate or pending. A checksum of the mapping itself would crash the process.
     *
     * @param scratch an array for the copies, of at least {@link #COPIED_BYTES} bytes
     */
    public static void updateCopied(CRC32C sum, ByteBuffer bytes, int from, int to, byte[] scratch) {
        for (int at = from; at < to; at += COPIED_BYTES) {
            int count = Math.min(to - at, COPIED_BYTES);
            bytes.get(at, scratch, 0, count);
            sum.update(scratch, 0, count);
        }
    }

    /** Masks a plain CRC-32C. */
    public static int mask(int crc) {
        return Integer.rotateRight(crc, 15) + MASK_DELTA;
    }

    /** Returns the plain CRC-32C of a masked checksum. */
    public static int unmask(int masked) {
        return Integer.rotateLeft(masked - MASK_DELTA, 15);
    }
}

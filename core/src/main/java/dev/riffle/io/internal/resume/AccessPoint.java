package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.DeflateDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A place in a compressed file at which decompression can begin, with the checksum of the bytes up to the next access
 * point.
 *
 * @param offset the offset of the access point in the uncompressed bytes
 * @param entry the place of the access point in the compressed bytes
 * @param checksum the CRC-32C of the offset (eight bytes, lowest first) and of the uncompressed bytes before the next
 *     access point. Because it includes the offset, it also detects correct bytes at a wrong place
 */
record AccessPoint(long offset, Entry entry, int checksum) {

    /** Returns the initial checksum of a span that begins at {@code offset}. */
    static CRC32C checksumFrom(long offset) {
        CRC32C sum = new CRC32C();
        sum.update(
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, offset));
        return sum;
    }

    /**
     * A place in the compressed bytes.
     *
     * @param place the place in bits. At the beginning of a member or block both numbers are the offset of its first
     *      byte
     * @param window the bytes before the place, to which later bytes may refer. Null at the beginning of a member or
     *      block
     */
    record Entry(DeflateDecoder.Place place, @Nullable AccessPointWindow window) {

        /** Returns the entry at the beginning of a member, or of a block that does not refer to earlier bytes. */
        static Entry atByte(long offset) {
            return new Entry(new DeflateDecoder.Place(8 * offset, 8 * offset), null);
        }

        /** Returns the offset of the first byte to read. */
        long byteOffset() {
            return place.blockBit() >>> 3;
        }
    }
}

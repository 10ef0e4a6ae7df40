package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.DeflateDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A place in a compressed file from which it can be decompressed, and what comes from there to the next one.
 *
 * @param offset where it is in the uncompressed bytes
 * @param entry where it is in the compressed bytes
 * @param checksum the CRC-32C of the offset (eight bytes, lowest first) and of the uncompressed bytes before the next
 *     access point, so that right bytes in a wrong place are noticed too
 */
record AccessPoint(long offset, Entry entry, int checksum) {

    /** What the checksum of a span that begins at {@code offset} starts with. */
    static CRC32C checksumFrom(long offset) {
        CRC32C sum = new CRC32C();
        sum.update(
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, offset));
        return sum;
    }

    /**
     * A place in the compressed bytes.
     *
     * @param place its bits; at the beginning of a member or block both are that of its first byte
     * @param window the bytes before it that what follows may refer to; null at the beginning of a member or block
     */
    record Entry(DeflateDecoder.Place place, @Nullable AccessPointWindow window) {

        /** The beginning of a member, or of a block that needs nothing before it. */
        static Entry atByte(long offset) {
            return new Entry(new DeflateDecoder.Place(8 * offset, 8 * offset), null);
        }

        /** The byte to read from. */
        long byteOffset() {
            return place.blockBit() >>> 3;
        }
    }
}

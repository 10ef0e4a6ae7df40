package dev.riffle.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A section of an index file. Readers skip sections of unknown types.
 *
 * @param type the type, one of the constants
 * @param checksum the CRC-32C of its bytes
 * @param size the size in bytes
 */
record IndexSection(int type, int checksum, long size) {

    /**
     * The section type for the blocks of a {@link SizeColumn}. Every index file has this section. Its checksum is the
     * CRC-32C of all varints.
     */
    static final int SIZES = 1;

    /** The section type for the name of the key feature in UTF-8. */
    static final int KEY_FEATURE = 2;

    /** The section type for the blocks of a {@link KeyColumn}. Its checksum is 0. */
    static final int KEYS = 3;

    /** The section type for the places of the blocks of {@link #SIZES}. Its checksum is 0. */
    static final int SIZE_PLACES = 4;

    /** The section type for the kinds of the keys: a byte for each kind, ascending; 1 is bytes, 2 is an integer. */
    static final int KEY_KINDS = 5;

    /** The section type for the version of the data file's source in UTF-8. Absent if the source has no version. */
    static final int SOURCE_VERSION = 6;

    /** The section type for the {@link PayloadDigest} of all records, 4 bytes. Absent if the payloads were not read. */
    static final int PAYLOAD_DIGEST = 7;

    /** The section type for the {@link DataFile#stamp} of the data file. Absent if it has none. */
    static final int FILE_STAMP = 8;

    /** The section type for the blocks of access points of a compressed file. Its checksum is 0. */
    static final int ACCESS_POINTS = 16;

    /** The section type for the windows of access points, each with a checksum. Its checksum is 0. */
    static final int WINDOWS = 17;

    /** The section type for the places of the blocks of {@link #ACCESS_POINTS}. Its checksum is 0. */
    static final int ACCESS_POINT_PLACES = 18;

    /** The types of sections that consist of blocks with checksums. */
    private static final Set<Integer> IN_BLOCKS =
            Set.of(SIZES, KEYS, SIZE_PLACES, ACCESS_POINTS, WINDOWS, ACCESS_POINT_PLACES);

    private static final int BUFFER_BYTES = 64 << 10;

    /** Receives the bytes of a section in blocks. All blocks except the last one have 64 KiB. */
    @FunctionalInterface
    interface Taker {
        void take(byte[] bytes, int count);
    }

    /** Returns the section entry of these bytes. */
    static IndexSection of(int type, Iterable<ByteBuffer> content) {
        CRC32C sum = new CRC32C();
        long size = 0;
        for (ByteBuffer bytes : content) {
            size += bytes.remaining();
            sum.update(bytes.duplicate());
        }
        return new IndexSection(type, (int) sum.getValue(), size);
    }

    /** Returns whether the section consists of blocks with checksums. */
    boolean isInBlocks() {
        return IN_BLOCKS.contains(type);
    }

    /** Returns whether a section of this type can have this size. */
    boolean hasValidSize() {
        return switch (type) {
            case PAYLOAD_DIGEST -> size == Integer.BYTES;
            case FILE_STAMP -> size == DataFile.STAMP_BYTES;
            default -> size >= 0;
        };
    }

    /**
     * Reads the section from its offset.
     *
     * @throws UnusableIndexException if the checksum does not match, or the receiver rejects the bytes
     */
    void read(SeekableByteChannel channel, long from, Taker taker) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] bytes = new byte[(int) Math.min(size, BUFFER_BYTES)];
        channel.position(from);
        for (long left = size; left > 0; ) {
            int count = (int) Math.min(left, bytes.length);
            ByteBuffer block = ByteBuffer.wrap(bytes, 0, count);
            while (block.hasRemaining()) {
                if (channel.read(block) < 0) {
                    throw new UnusableIndexException("truncated section");
                }
            }
            sum.update(bytes, 0, count);
            left -= count;
            try {
                taker.take(bytes, count);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new UnusableIndexException("invalid content: " + e.getMessage());
            }
        }
        if ((int) sum.getValue() != checksum) {
            throw new UnusableIndexException("the checksum of section " + type + " does not match");
        }
    }
}

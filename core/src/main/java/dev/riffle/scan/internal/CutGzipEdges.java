package dev.riffle.scan.internal;

import dev.riffle.internal.frame.Framing;
import dev.riffle.internal.frame.HeaderSearch;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/**
 * Finds the offsets at which a gzip file can be divided. The file can be divided between two members that store their
 * length if a record begins in the second one. {@code Gzip.cutMembers} writes such members. Offsets count compressed
 * bytes.
 */
final class CutGzipEdges extends SplitEdges {

    /**
     * The size of a gzip header with one subfield: 10 bytes, the size of the extra field, and the subfield RF with two
     * sizes.
     */
    private static final int HEADER_BYTES = 32;

    private static final int SMALLEST_MEMBER_BYTES = HEADER_BYTES + 2 + 8;

    /** The bytes 1f 8b, the method deflate, and the flags, of which only the flag for an extra field is set. */
    private static final int BEGINNING = 0x04088b1f;

    private static final int SUBFIELD_INDEX = 12;

    /** The bytes R and F, and the size of the following 16 bytes. */
    private static final int SUBFIELD = 'R' | 'F' << 8 | 16 << 16;

    private final ByteSource source;

    CutGzipEdges(ByteSource source, long size, long proofBytes) {
        super(source, size, HEADER_BYTES, CutGzipEdges::memberBytes, proofBytes);
        this.source = source;
    }

    /** Returns whether the source begins with a member that stores its length. */
    static boolean isCut(ByteSource source) throws IOException {
        try (RangedReader window = RangedReader.of(source, 0, FIRST_BYTES)) {
            ByteBuffer header = window.peek(HEADER_BYTES);
            return header.limit() == HEADER_BYTES && memberBytes(header, 0, Long.MAX_VALUE) >= 0;
        }
    }

    private static long memberBytes(ByteBuffer bytes, int index, long available) {
        if (bytes.getInt(index) != BEGINNING || bytes.getInt(index + SUBFIELD_INDEX) != SUBFIELD) {
            return -1;
        }
        long size = bytes.getLong(index + SUBFIELD_INDEX + Integer.BYTES);
        return size < SMALLEST_MEMBER_BYTES || size > available ? -1 : size;
    }

    /**
     * Returns whether a record begins in the member. If a large record continues in the following members, no range can
     * begin in them.
     */
    @Override
    boolean isIntact(HeaderSearch.Window window, long at) throws IOException {
        ByteBuffer beginning =
                ByteBuffer.allocate(Framing.TFRECORD_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (ReadableByteChannel content = Compression.GZIP.decompress(RangedReader.of(source, at, FIRST_BYTES))) {
            while (beginning.hasRemaining()) {
                if (content.read(beginning) < 0) {
                    return false;
                }
            }
        } catch (CompressionException e) {
            return false;
        }
        return Framing.tfRecordBytes(beginning, 0, Long.MAX_VALUE) >= 0;
    }
}

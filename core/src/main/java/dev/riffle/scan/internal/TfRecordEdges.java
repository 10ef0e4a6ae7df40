package dev.riffle.scan.internal;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Finds the offsets at which an uncompressed TFRecord file can be divided: between records whose headers form a chain.
 */
final class TfRecordEdges extends SplitEdges {

    /** The size of a header: a length of 8 bytes and its checksum of 4 bytes. */
    static final int HEADER_BYTES = 12;

    private static final int FOOTER_BYTES = 4;

    /** The largest part of a payload to verify at once. */
    private static final int PIECE_BYTES = 64 << 10;

    /** The largest payload of a record. */
    private static final int MAX_PAYLOAD_BYTES = Integer.MAX_VALUE - 8;

    private static final int CHECKSUM_OF_LENGTH_ZERO = MaskedCrc32c.ofLength(0);

    TfRecordEdges(ByteSource source, long size, long proofBytes) {
        super(source, size, HEADER_BYTES, proofBytes);
    }

    @Override
    long nextAfter(RangedReader window, long at) throws IOException {
        ByteBuffer header = bytesAt(window, at, HEADER_BYTES);
        if (header == null || !isHeader(header, 0, size - at)) {
            return -1;
        }
        return at + HEADER_BYTES + header.getLong(0) + FOOTER_BYTES;
    }

    /** Returns whether the payload matches its checksum. Only such a record ends a skipped region. */
    @Override
    boolean isIntact(RangedReader window, long at) throws IOException {
        ByteBuffer header = bytesAt(window, at, HEADER_BYTES);
        if (header == null) {
            return false;
        }
        CRC32C sum = new CRC32C();
        long left = header.getLong(0);
        long from = at + HEADER_BYTES;
        long end = from + left + FOOTER_BYTES;
        while (left > 0) {
            // A wrong claim costs at most the bytes of a proof, or twice the bytes before it was detected.
            window.willReadTo(Math.min(end, at + Math.max(proofBytes, 2 * (from - at))));
            int piece = (int) Math.min(left, PIECE_BYTES);
            ByteBuffer payload = bytesAt(window, from, piece);
            if (payload == null) {
                return false;
            }
            sum.update(payload.limit(piece));
            from += piece;
            left -= piece;
        }
        ByteBuffer footer = bytesAt(window, from, FOOTER_BYTES);
        return footer != null && footer.getInt(0) == MaskedCrc32c.mask((int) sum.getValue());
    }

    @Override
    boolean isHeaderAt(ByteBuffer bytes, int index, long left) {
        return isHeader(bytes, index, left);
    }

    /** Returns whether the twelve bytes at {@code index} are the header of a record of at most {@code most} bytes. */
    static boolean isHeader(ByteBuffer bytes, int index, long most) {
        long length = bytes.getLong(index);
        if (length < 0 || length > Math.min(MAX_PAYLOAD_BYTES, most - HEADER_BYTES - FOOTER_BYTES)) {
            return false;
        }
        int stored = bytes.getInt(index + Long.BYTES);
        // A fast path, because many payloads are full of zeros.
        return length == 0 ? stored == CHECKSUM_OF_LENGTH_ZERO : stored == MaskedCrc32c.ofLength(length);
    }
}

package dev.riffle.scan.internal;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.frame.Framing;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Finds the offsets at which an uncompressed TFRecord file can be divided: between records whose headers form a chain.
 */
final class TfRecordEdges extends SplitEdges {

    private static final int HEADER_BYTES = Framing.TFRECORD_HEADER_BYTES;

    private static final int FOOTER_BYTES = Framing.TFRECORD_FOOTER_BYTES;

    TfRecordEdges(ByteSource source, long size, long proofBytes) {
        super(source, size, HEADER_BYTES, proofBytes);
    }

    @Override
    long nextAfter(SourceWindow window, long at) throws IOException {
        int index = window.reach(at, HEADER_BYTES);
        if (index < 0 || !isHeaderAt(window.bytes(), index, size - at)) {
            return -1;
        }
        return at + HEADER_BYTES + window.bytes().getLong(index) + FOOTER_BYTES;
    }

    /** Returns whether the payload matches its checksum. Only such a record ends a skipped region. */
    @Override
    boolean isIntact(SourceWindow window, long at) throws IOException {
        int header = window.reach(at, HEADER_BYTES);
        if (header < 0) {
            return false;
        }
        CRC32C sum = new CRC32C();
        long left = window.bytes().getLong(header);
        long from = at + HEADER_BYTES;
        long end = from + left + FOOTER_BYTES;
        while (left > 0) {
            // A wrong claim costs at most the bytes of a proof, or twice the bytes before it was detected.
            window.willRead(at, Math.min(end, at + Math.max(proofBytes, 2 * (from - at))));
            int piece = (int) Math.min(left, SourceWindow.MAX_BYTES);
            int index = window.reach(from, piece);
            if (index < 0) {
                return false;
            }
            sum.update(window.bytes().array(), index, piece);
            from += piece;
            left -= piece;
        }
        int footer = window.reach(from, FOOTER_BYTES);
        return footer >= 0 && window.bytes().getInt(footer) == MaskedCrc32c.mask((int) sum.getValue());
    }

    @Override
    boolean isHeaderAt(ByteBuffer bytes, int index, long left) {
        return Framing.isTfRecordHeader(bytes, index, left);
    }
}

package dev.riffle.scan.internal;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Where an uncompressed TFRecord file may be divided: between records whose headers prove each other. */
final class TfRecordEdges extends SplitEdges {

    /** A length of 8 bytes and its checksum of 4. */
    static final int HEADER_BYTES = 12;

    private static final int FOOTER_BYTES = 4;

    /** No record is larger. */
    private static final int MOST_PAYLOAD_BYTES = Integer.MAX_VALUE - 8;

    private static final int CHECKSUM_OF_LENGTH_ZERO = MaskedCrc32c.ofLength(0);

    TfRecordEdges(ByteSource source, long size, long proofBytes) {
        super(source, size, HEADER_BYTES, proofBytes);
    }

    @Override
    long behind(SourceWindow window, long at) throws IOException {
        int index = window.reach(at, HEADER_BYTES);
        if (index < 0 || !isHeader(window.bytes(), index, size - at)) {
            return -1;
        }
        return at + HEADER_BYTES + window.bytes().getLong(index) + FOOTER_BYTES;
    }

    /** Whether the payload is what its checksum says. A walk that passes over damage stops at such a record, and at no other. */
    @Override
    boolean isWhole(SourceWindow window, long at) throws IOException {
        int header = window.reach(at, HEADER_BYTES);
        if (header < 0) {
            return false;
        }
        CRC32C sum = new CRC32C();
        long left = window.bytes().getLong(header);
        long from = at + HEADER_BYTES;
        while (left > 0) {
            int piece = (int) Math.min(left, SourceWindow.MOST_BYTES);
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
    boolean stands(ByteBuffer bytes, int index, long left) {
        return isHeader(bytes, index, left);
    }

    /** Whether the twelve bytes at {@code index} are the header of a record of {@code most} bytes or fewer. */
    static boolean isHeader(ByteBuffer bytes, int index, long most) {
        long length = bytes.getLong(index);
        if (length < 0 || length > Math.min(MOST_PAYLOAD_BYTES, most - HEADER_BYTES - FOOTER_BYTES)) {
            return false;
        }
        int stored = bytes.getInt(index + Long.BYTES);
        // Zeros are what many payloads are full of.
        return length == 0 ? stored == CHECKSUM_OF_LENGTH_ZERO : stored == MaskedCrc32c.ofLength(length);
    }
}

package dev.riffle.internal.frame;

import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Examines the bytes of a source for headers, at every offset. A header alone does not prove that a record of the file
 * begins there, because a payload can contain headers. Each caller has its own rule of proof.
 */
public final class HeaderSearch {

    /** The bytes of a source that a search examines. */
    public interface Window {

        /** Returns a window on all bytes of a source. */
        static Window of(ByteBuffer source) {
            return new Window() {
                @Override
                public ByteBuffer bytes() {
                    return source;
                }

                @Override
                public int reachAt(long offset, int count) {
                    return offset + count <= source.limit() ? (int) offset : -1;
                }
            };
        }

        /** Returns the available bytes in little-endian order, from index 0 to the limit. */
        ByteBuffer bytes();

        /**
         * Makes {@code count} bytes from {@code offset} available. Returns the index of the first byte in {@link
         * #bytes()}, or -1 if fewer bytes are available.
         */
        int reachAt(long offset, int count) throws IOException;

        /** Throws if the available bytes before {@code end} are missing from a mapped file. */
        default void prove(int end) throws IOException {
            // Bytes that are not mapped exist.
        }

        /** Announces that the search reads all bytes up to an offset. */
        default void announce(long offset) {
            // Only remote storage needs an announcement.
        }

        /** Adds available bytes to a checksum. */
        default void addTo(CRC32C sum, int from, int to) throws IOException {
            sum.update(bytes().duplicate().limit(to).position(from));
        }
    }

    /** The header that a search looks for. */
    @FunctionalInterface
    public interface Header {

        /**
         * Returns the number of bytes that the header at an index claims, with the header itself. Returns -1 if no
         * header begins there.
         *
         * @param available the number of bytes from the index to the end of the source
         */
        long claimedBytes(ByteBuffer bytes, int index, long available);
    }

    /** The number of mapped bytes to examine after one proof, and the largest part of a payload to hold. */
    private static final int PIECE_BYTES = 64 << 10;

    private final Window window;
    private final long size;
    private final int headerBytes;
    private final Header header;

    /** Creates a search for headers of {@code headerBytes} bytes in a source of {@code size} bytes. */
    public HeaderSearch(Window window, long size, int headerBytes, Header header) {
        this.window = window;
        this.size = size;
        this.headerBytes = headerBytes;
        this.header = header;
    }

    /**
     * Returns a search for headers of TFRecord.
     *
     * @param size the number of bytes of the source, or {@link Long#MAX_VALUE} to accept records beyond its end
     */
    public static HeaderSearch ofTfRecord(Window window, long size) {
        return new HeaderSearch(window, size, Framing.TFRECORD_HEADER_BYTES, Framing::tfRecordBytes);
    }

    /** Returns the offset of the first header from {@code from} to {@code to}, exclusive, or {@code to} without one. */
    public long next(long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            int index = window.reachAt(at, headerBytes);
            if (index < 0) {
                return to;
            }
            ByteBuffer bytes = window.bytes();
            long most = Math.min(to - at, PIECE_BYTES);
            int end = (int) Math.min(index + most, bytes.limit() - headerBytes + 1L);
            window.prove(end + headerBytes - 1);
            for (int i = index; i < end; i++) {
                if (header.claimedBytes(bytes, i, size - at - (i - index)) >= 0) {
                    return at + (i - index);
                }
            }
            at += end - index;
        }
        return to;
    }

    /**
     * Returns whether the payload of the TFRecord header at {@code at} is intact. Holds only a piece of the payload,
     * because the header may be in a payload and claim any length.
     *
     * @param announcedBytes the number of bytes to announce at first. A wrong claim costs at most these bytes, or twice
     *     the bytes before the search detects it
     */
    public boolean isIntact(long at, long announcedBytes) throws IOException {
        int index = window.reachAt(at, Framing.TFRECORD_HEADER_BYTES);
        if (index < 0) {
            return false;
        }
        CRC32C sum = new CRC32C();
        long from = at + Framing.TFRECORD_HEADER_BYTES;
        long footer = from + Framing.TFRECORD.lengthAt(window.bytes(), index);
        long end = footer + Framing.TFRECORD_FOOTER_BYTES;
        while (from < footer) {
            window.announce(Math.min(end, at + Math.max(announcedBytes, 2 * (from - at))));
            int piece = (int) Math.min(footer - from, PIECE_BYTES);
            index = window.reachAt(from, piece);
            if (index < 0) {
                return false;
            }
            window.addTo(sum, index, index + piece);
            from += piece;
        }
        index = window.reachAt(footer, Framing.TFRECORD_FOOTER_BYTES);
        return index >= 0 && window.bytes().getInt(index) == MaskedCrc32c.mask((int) sum.getValue());
    }
}

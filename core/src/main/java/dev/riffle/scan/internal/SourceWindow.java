package dev.riffle.scan.internal;

import dev.riffle.internal.frame.HeaderSearch;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.PieceChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads small pieces of a source at any offset. Ascending offsets are fastest. The window reads and discards gaps
 * between announced bytes, because storage has sent these bytes already.
 */
final class SourceWindow implements HeaderSearch.Window, Closeable {

    /** The first request after a jump. */
    private static final int FIRST_BYTES = 4 << 10;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final int MAX_EMPTY_READS = 1000;

    private final ByteSource source;
    private final long size;
    private final int bufferBytes;
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    /** The offset in the source of index 0 of the buffer. */
    private long base;

    /** The channel, positioned after the last byte of the buffer. */
    private @Nullable PieceChannel channel;

    private long announcedFrom;
    private long announced;

    /** Opens a window on a source of {@code size} bytes. A small source gets a small buffer. */
    SourceWindow(ByteSource source, long size) {
        this.source = source;
        this.size = size;
        this.bufferBytes = (int) Math.min(Math.max(size, 64), BUFFER_BYTES);
    }

    /** Returns the buffered bytes in little-endian order, from index 0 to the limit. */
    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    /**
     * Buffers {@code count} bytes from {@code offset}. Returns the index of the first byte in {@link #bytes()}, or -1
     * if the source has fewer bytes.
     */
    @Override
    public int reachAt(long offset, int count) throws IOException {
        long end = base + bytes.limit();
        boolean isAnnounced = end >= announcedFrom && offset < announced;
        if (offset < base || offset > end && !isAnnounced || channel == null) {
            jump(offset);
        }
        while (base + bytes.limit() < offset + count) {
            // Discards the bytes of a gap, one buffer at a time.
            int kept = (int) Math.max(0, base + bytes.limit() - offset);
            bytes.position(bytes.limit() - kept);
            base += bytes.position();
            bytes.compact();
            boolean more;
            try {
                more = fill();
            } finally {
                bytes.flip();
            }
            if (!more) {
                checkEnd(offset, count);
                return -1;
            }
        }
        return (int) (offset - base);
    }

    /** Checks that the source returned all its bytes. If a connection ended too early, records would be lost. */
    private void checkEnd(long offset, int count) throws IOException {
        if (size - count >= offset) {
            throw new IOException(source.name() + ": expected " + size + " bytes, found the end after "
                    + (base + bytes.limit()) + "; read the file again when no process writes to it");
        }
    }

    private boolean fill() throws IOException {
        PieceChannel from = channel;
        for (int tries = 0; from != null && tries < MAX_EMPTY_READS; tries++) {
            int count = from.read(bytes);
            if (count != 0) {
                return count > 0;
            }
        }
        throw new IOException(
                source.name() + ": the channel returns neither bytes nor its end; use a blocking channel");
    }

    /** Announces that the caller reads all bytes between two offsets. */
    @Override
    public void willRead(long from, long to) {
        announcedFrom = from;
        announced = to;
        if (channel != null) {
            channel.willReadTo(to);
        }
    }

    private void jump(long offset) throws IOException {
        if (bytes.capacity() == 0) {
            bytes = ByteBuffer.allocate(bufferBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        bytes.limit(0);
        base = offset;
        PieceChannel present = channel;
        if (present == null) {
            present = new PieceChannel(source, offset, FIRST_BYTES, () -> {});
            present.willReadTo(announced);
            channel = present;
        } else {
            present.goTo(offset);
        }
    }

    @Override
    public void close() throws IOException {
        PieceChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}

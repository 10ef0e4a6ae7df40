package dev.riffle.scan.internal;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Small pieces of a source, from anywhere in it; cheapest from the front to the back. What is not far ahead is read past rather
 * than leapt over, for a leap is a new request to a file system that is far away.
 */
final class SourceWindow implements Closeable {

    /** The most bytes that can be asked for at once. */
    static final int MOST_BYTES = 64 << 10;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final long LEAP_BYTES = 1 << 20;
    private static final int MOST_EMPTY_READS = 1000;

    private final ByteSource source;
    private final long size;
    private final int bufferBytes;
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    /** Where in the source index 0 of the buffer is. */
    private long base;

    /** Stands behind the last byte of the buffer. */
    private @Nullable ReadableByteChannel channel;

    /** A window on a source of so many bytes: a small one needs no large buffer. */
    SourceWindow(ByteSource source, long size) {
        this.source = source;
        this.size = size;
        this.bufferBytes = (int) Math.min(Math.max(size, 64), BUFFER_BYTES);
    }

    /** The bytes in reach: little-endian, from index 0 to the limit. */
    ByteBuffer bytes() {
        return bytes;
    }

    /**
     * The index in {@link #bytes()} of the byte at {@code offset} with {@code count} bytes from there on in reach; -1 if the source
     * has fewer.
     */
    int reach(long offset, int count) throws IOException {
        if (offset < base || offset > base + bytes.limit() + LEAP_BYTES || channel == null) {
            leap(offset);
        }
        while (base + bytes.limit() < offset + count) {
            // What is passed over is thrown away, buffer by buffer.
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

    /** Who takes a connection that ends too early for the end of the file loses records. */
    private void checkEnd(long offset, int count) throws IOException {
        if (size - count >= offset) {
            throw new IOException(source.name() + ": expected " + size + " bytes, found the end after "
                    + (base + bytes.limit()) + "; read it again when nobody writes it any more");
        }
    }

    private boolean fill() throws IOException {
        ReadableByteChannel from = channel;
        for (int tries = 0; from != null && tries < MOST_EMPTY_READS; tries++) {
            int count = from.read(bytes);
            if (count != 0) {
                return count > 0;
            }
        }
        throw new IOException(source.name() + ": gives no bytes and does not end; use a blocking channel");
    }

    private void leap(long offset) throws IOException {
        close();
        if (bytes.capacity() == 0) {
            bytes = ByteBuffer.allocate(bufferBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        bytes.limit(0);
        base = offset;
        channel = source.open(offset);
    }

    @Override
    public void close() throws IOException {
        ReadableByteChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}

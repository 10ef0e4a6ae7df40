package dev.riffle.arrow;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open channels of a source, and fails to read after a number of bytes. */
final class WatchedSource implements ByteSource {

    private final ByteSource source;
    private final long mostBytes;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();

    WatchedSource(ByteSource source, long mostBytes) {
        this.source = source;
        this.mostBytes = mostBytes;
    }

    /** Returns the number of open channels. */
    int open() {
        return open.get();
    }

    /** Returns the number of channels that were opened. */
    int opened() {
        return opened.get();
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        return source.size();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        ReadableByteChannel channel = source.open(offset);
        open.incrementAndGet();
        opened.incrementAndGet();
        return new ReadableByteChannel() {

            private long read = offset;
            private boolean closed;

            @Override
            public int read(ByteBuffer target) throws IOException {
                if (read >= mostBytes) {
                    throw new IOException("no more than " + mostBytes + " bytes");
                }
                ByteBuffer part = target.slice();
                part.limit((int) Math.min(part.remaining(), mostBytes - read));
                int count = channel.read(part);
                target.position(target.position() + Math.max(count, 0));
                read += Math.max(count, 0);
                return count;
            }

            @Override
            public boolean isOpen() {
                return channel.isOpen();
            }

            @Override
            public void close() throws IOException {
                if (!closed) {
                    closed = true;
                    open.decrementAndGet();
                }
                channel.close();
            }
        };
    }
}

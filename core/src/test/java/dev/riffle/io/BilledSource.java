package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests to a source, and the bytes that a server sends. For a bounded request, the server sends all bytes
 * of the range. For an unbounded request, the server sends until the client closes the channel. By then it has sent
 * {@link #LEAD_BYTES} more than the client read, or all bytes of the source. Has no view of the bytes. Safe for use by
 * several threads.
 */
public final class BilledSource implements ByteSource {

    /** The bytes in the buffers of the two sockets. */
    public static final long LEAD_BYTES = 4 << 20;

    private final ByteSource bytes;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private volatile Optional<String> version = Optional.empty();

    public BilledSource(ByteSource bytes) {
        this.bytes = bytes;
    }

    public int requests() {
        return requests.get();
    }

    public long sent() {
        return sent.get();
    }

    /** Forgets the requests so far. */
    public void reset() {
        requests.set(0);
        sent.set(0);
    }

    /** Sets the version that the source reports. */
    public void setVersion(String tag) {
        version = Optional.of(tag);
    }

    @Override
    public String name() {
        return bytes.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        return bytes.size();
    }

    @Override
    public Optional<String> version() {
        return version;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        requests.incrementAndGet();
        long left = left(offset);
        sent.addAndGet(Math.min(left, LEAD_BYTES));
        return new Channel(bytes.open(offset), Math.max(0, left - LEAD_BYTES), Long.MAX_VALUE);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        requests.incrementAndGet();
        sent.addAndGet(Math.min(left(offset), length));
        return new Channel(bytes.open(offset), 0, length);
    }

    private long left(long offset) throws IOException {
        return Math.max(0, bytes.size().orElseThrow() - offset);
    }

    /** Reads up to a limit. While the server has more bytes to send, each read makes room for as many bytes. */
    private final class Channel implements ReadableByteChannel {

        private final ReadableByteChannel channel;
        private long unsent;
        private long left;

        Channel(ReadableByteChannel channel, long unsent, long left) {
            this.channel = channel;
            this.unsent = unsent;
            this.left = left;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int limit = target.limit();
            target.limit(target.position() + (int) Math.min(target.remaining(), left));
            try {
                int count = left == 0 && isOpen() ? -1 : channel.read(target);
                long more = Math.min(unsent, Math.max(0, count));
                unsent -= more;
                left -= Math.max(0, count);
                sent.addAndGet(more);
                return count;
            } finally {
                target.limit(limit);
            }
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}

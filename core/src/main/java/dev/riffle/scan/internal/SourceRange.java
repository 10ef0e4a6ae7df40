package dev.riffle.scan.internal;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** A source for a range of the bytes of another source. */
public final class SourceRange implements ByteSource {

    private final ByteSource source;
    private final long begin;
    private final long end;

    SourceRange(ByteSource source, long begin, long end) {
        this.source = source;
        this.begin = begin;
        this.end = end;
    }

    @Override
    public String name() {
        return source.name() + " from byte " + begin;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(end - begin);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        long first = Math.min(offset, end - begin);
        return new RangeChannel(source.open(begin + first), end - begin - first);
    }

    /** Reads at most a given number of bytes from another channel. */
    public static final class RangeChannel implements ReadableByteChannel {

        private final ReadableByteChannel channel;
        private long left;

        public RangeChannel(ReadableByteChannel channel, long left) {
            this.channel = channel;
            this.left = left;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int limit = target.limit();
            if (left == 0 && channel.isOpen()) {
                return -1;
            }
            target.limit((int) Math.min(limit - target.position(), left) + target.position());
            try {
                int count = channel.read(target);
                left -= Math.max(0, count);
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

package dev.riffle.scan.internal;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A source for the members of a gzip file that belong to a range. The last member usually ends after the range. A
 * channel searches for this end only when it reaches the end of the range. So a task reads its bytes in order, and
 * storage sends them in one request.
 *
 * <p>One thread at a time may read a channel. Another thread may search for the end.
 */
final class MemberRange implements ByteSource, Closeable {

    private final ByteSource source;
    private final SplitEdges edges;
    private final long begin;

    /** The end of the range, at most the size of the source. */
    private final long rangeEnd;

    /** The offset up to which the task reads. */
    private final long announced;

    /** The end of the members; -1 before the search. */
    private long end = -1;

    /**
     * Creates a source.
     *
     * @param edges the edges of {@code source}; this source closes them
     * @param begin the offset of the first member
     * @param rangeEnd the offset of the end of the range
     * @param announced the offset up to which the task reads
     */
    MemberRange(ByteSource source, SplitEdges edges, long begin, long rangeEnd, long announced) {
        this.source = source;
        this.edges = edges;
        this.begin = begin;
        this.rangeEnd = Math.min(rangeEnd, edges.size);
        this.announced = announced;
    }

    /** Returns the offset in the file after the last member. Searches for it if it is unknown. */
    synchronized long end() throws IOException {
        if (end < 0) {
            end = edges.first(rangeEnd, edges.size).orElse(edges.size);
        }
        return end;
    }

    /** Returns the size of the file. */
    long sourceSize() {
        return edges.size;
    }

    @Override
    public String name() {
        return source.name() + " from byte " + begin;
    }

    /** Returns the size of the members; empty before the search for their end. */
    @Override
    public synchronized OptionalLong size() {
        return end < 0 ? OptionalLong.empty() : OptionalLong.of(end - begin);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        long at = offset > Long.MAX_VALUE - begin ? Long.MAX_VALUE : begin + offset;
        RangedReader reader = RangedReader.of(source, Math.min(at, edges.size), SplitEdges.FIRST_BYTES);
        reader.willReadTo(announced);
        reader.openNow();
        return new Channel(reader, at);
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return source.fileKey();
    }

    @Override
    public Optional<String> version() throws IOException {
        return source.version();
    }

    @Override
    public void close() throws IOException {
        edges.close();
    }

    /** Reads up to the end of the range, and then up to the end of the members. */
    private final class Channel implements ReadableByteChannel {

        private final ReadableByteChannel channel;
        private long at;

        Channel(ReadableByteChannel channel, long at) {
            this.channel = channel;
            this.at = at;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            long limit = at < rangeEnd || !channel.isOpen() ? rangeEnd : end();
            if (at >= limit && channel.isOpen()) {
                return -1;
            }
            int before = target.limit();
            target.limit(target.position() + (int) Math.min(target.remaining(), Math.max(0, limit - at)));
            try {
                int count = channel.read(target);
                at += Math.max(0, count);
                return count;
            } finally {
                target.limit(before);
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

package dev.riffle.spark.internal.infer;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.scan.internal.KeptBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A source that keeps the first bytes of a remote file in memory. A survey reads a file several times from its
 * beginning. So a survey of few records needs one request, and a survey of many records needs two.
 */
final class FirstBytes implements ByteSource {

    private static final int MOST_BYTES = 64 << 10;

    private final ByteSource source;
    private final OptionalLong size;
    private final Bytes first;

    private FirstBytes(ByteSource source) throws IOException {
        this.source = source;
        this.size = source.size();
        this.first = source.read(0, (int) Math.min(size.orElse(MOST_BYTES), MOST_BYTES));
    }

    /** Returns a source that keeps the first bytes, or the same source if it is mapped. */
    static ByteSource of(ByteSource source) throws IOException {
        return KeptBytes.isMapped(source) ? source : new FirstBytes(source);
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public OptionalLong size() {
        return size;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return offset < 0 || offset > first.size() ? source.open(offset) : new Channel((int) offset);
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
    public Optional<SourcePart> partAt(long offset) throws IOException {
        return source.partAt(offset);
    }

    /** Reads the bytes in memory, and then the rest of the source. */
    private final class Channel implements ReadableByteChannel {

        private final ByteBuffer memory;
        private @Nullable ReadableByteChannel rest;
        private boolean open = true;

        Channel(int offset) {
            this.memory = first.slice(offset, first.size()).asByteBuffer();
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            if (memory.hasRemaining()) {
                int count = Math.min(memory.remaining(), target.remaining());
                target.put(memory.slice(memory.position(), count));
                memory.position(memory.position() + count);
                return count;
            }
            if (first.size() < MOST_BYTES) {
                return target.hasRemaining() ? -1 : 0;
            }
            ReadableByteChannel reading = rest;
            if (reading == null) {
                reading = source.open(first.size());
                rest = reading;
            }
            return reading.read(target);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() throws IOException {
            open = false;
            if (rest != null) {
                rest.close();
            }
        }
    }
}

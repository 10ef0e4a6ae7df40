package dev.riffle.cli;

import dev.riffle.io.ByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/**
 * Lets a source that opens only once be opened twice: first to look at its beginning, which is kept, then to read it. So a
 * command can see what standard input is before it decides how to read it.
 */
final class RewindableSource implements ByteSource {

    private final ByteSource source;
    private final ReadableByteChannel channel;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private int openings;

    RewindableSource(ByteSource source) throws IOException {
        this.source = source;
        this.channel = source.open(0);
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
        if (offset != 0 || openings == 2) {
            throw new IOException(name() + ": can be read only from its beginning and once; copy it to a file first");
        }
        openings++;
        return openings == 1 ? new Look() : new Whole(ByteBuffer.wrap(kept.toByteArray()));
    }

    /** The first opening, whose bytes are kept; closing it leaves the source open. */
    private final class Look implements ReadableByteChannel {

        @Override
        public int read(ByteBuffer target) throws IOException {
            ByteBuffer read = target.duplicate();
            int count = channel.read(target);
            if (count > 0) {
                byte[] bytes = new byte[count];
                read.get(bytes);
                kept.write(bytes);
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // the second opening goes on where this one stops
        }
    }

    /** The second opening: what the first one read, then the rest. */
    private final class Whole implements ReadableByteChannel {

        private final ByteBuffer beginning;

        Whole(ByteBuffer beginning) {
            this.beginning = beginning;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!beginning.hasRemaining()) {
                return channel.read(target);
            }
            int count = Math.min(beginning.remaining(), target.remaining());
            target.put(beginning.slice(beginning.position(), count));
            beginning.position(beginning.position() + count);
            return count;
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

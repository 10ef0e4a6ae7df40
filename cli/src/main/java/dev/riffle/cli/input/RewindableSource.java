package dev.riffle.cli.input;

import dev.riffle.io.ByteSource;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Opens a source several times that opens only once, such as standard input. The first openings read the beginning,
 * which stays in memory. The last opening reads all bytes. So a command can examine standard input before it chooses
 * the format.
 */
public final class RewindableSource implements ByteSource {

    private static final int MOST_READ = 64 << 10;
    private static final int MOST_KEPT = Integer.MAX_VALUE - 8;

    private final ByteSource source;
    private final ReadableByteChannel channel;
    private byte[] kept = new byte[0];
    private int keptBytes;
    private State state = State.LOOKING;

    private enum State {
        LOOKING,
        LAST_OPENING,
        SPENT
    }

    public RewindableSource(ByteSource source) throws IOException {
        this.source = source;
        this.channel = source.open(0);
    }

    /** Marks the next opening as the last one. The source does not keep its bytes. */
    public RewindableSource lastOpening() {
        state = State.LAST_OPENING;
        return this;
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
    public Optional<SourcePart> partAt(long offset) throws IOException {
        return source.partAt(offset);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset != 0 || state == State.SPENT) {
            throw new IOException(name() + ": can be read only once and from its beginning; copy it to a file first");
        }
        if (state == State.LOOKING) {
            return new Look();
        }
        state = State.SPENT;
        return new Whole(ByteBuffer.wrap(kept, 0, keptBytes));
    }

    /** Reads and keeps more bytes. Returns their number, or -1 at the end. */
    private int keepMore(int most) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(Math.min(most, MOST_READ));
        int count = channel.read(read);
        if (count > 0) {
            if (count > MOST_KEPT - keptBytes) {
                throw new IOException(name() + ": too large to examine before it is read; copy it to a file first");
            }
            if (count > kept.length - keptBytes) {
                kept = Arrays.copyOf(kept, (int) Math.min(MOST_KEPT, Math.max(keptBytes + count, 2L * kept.length)));
            }
            read.flip().get(kept, keptBytes, count);
            keptBytes += count;
        }
        return count;
    }

    /** Reads the kept bytes and keeps further bytes. Closing this channel leaves the source open. */
    private final class Look implements ReadableByteChannel {

        private int position;

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (position == keptBytes) {
                int more = keepMore(target.remaining());
                if (more <= 0) {
                    return more;
                }
            }
            int count = Math.min(keptBytes - position, target.remaining());
            target.put(kept, position, count);
            position += count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // Other openings use the source after this one.
        }
    }

    /** Reads the kept bytes, then the rest of the source. */
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

package dev.riffle.internal.frame;

import dev.riffle.io.internal.resume.PieceChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A channel that can read its first bytes ahead and return them again later. */
final class PrefixedChannel implements ReadableByteChannel {

    private static final int MOST_EMPTY_READS = 1000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PieceChannel channel;
    private ByteBuffer prefix = ByteBuffer.allocate(4 << 10).limit(0);
    private boolean ended;

    PrefixedChannel(PieceChannel channel) {
        this.channel = channel;
    }

    /**
     * Returns the first {@code count} bytes, or all bytes if the channel has fewer, from position to limit. Reads no
     * byte of the channel twice.
     */
    ByteBuffer peek(int count) throws IOException {
        int emptyReads = 0;
        while (count > prefix.limit() && !ended && emptyReads < MOST_EMPTY_READS) {
            int filled = prefix.limit();
            if (filled == prefix.capacity()) {
                // The buffer grows only as bytes arrive, because the count may be a length from the file.
                ByteBuffer larger = ByteBuffer.allocate((int) Math.min(count, 2L * filled));
                prefix = larger.put(prefix.duplicate().position(0)).flip();
            }
            ByteBuffer rest =
                    prefix.duplicate().limit(Math.min(count, prefix.capacity())).position(filled);
            int read = channel.read(rest);
            ended = read < 0;
            emptyReads = read == 0 ? emptyReads + 1 : 0;
            prefix.limit(rest.position());
        }
        return prefix.duplicate().limit(Math.min(count, prefix.limit()));
    }

    /** Returns whether the last {@link #peek} returned the complete content. */
    boolean isComplete() {
        return ended;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!prefix.hasRemaining()) {
            return channel.read(target);
        }
        int count = Math.min(prefix.remaining(), target.remaining());
        target.put(prefix.slice(prefix.position(), count));
        prefix.position(prefix.position() + count);
        if (!prefix.hasRemaining()) {
            prefix = NOTHING;
        }
        return count;
    }

    /** Returns the offset in the source of the next byte that {@link #read} returns. */
    long offset() {
        return channel.offset() - prefix.remaining();
    }

    /** Moves to an offset of the source. */
    void goTo(long offset) throws IOException {
        channel.goTo(offset);
        prefix = NOTHING;
    }

    /** Returns the channel after the prefix, which receives announcements. */
    PieceChannel pieces() {
        return channel;
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

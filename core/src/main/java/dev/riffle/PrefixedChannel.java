package dev.riffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A channel whose first bytes were looked at and are given once more. */
final class PrefixedChannel implements ReadableByteChannel {

    private static final int MOST_EMPTY_READS = 1000;

    private final ReadableByteChannel channel;
    private ByteBuffer prefix = ByteBuffer.allocate(4 << 10).limit(0);
    private boolean ended;

    PrefixedChannel(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** Looks ahead: the first {@code count} bytes, or all that there are, from position to limit. Reads no byte twice. */
    ByteBuffer peek(int count) throws IOException {
        if (count > prefix.limit() && !ended) {
            ByteBuffer larger = count > prefix.capacity() ? ByteBuffer.allocate(count) : prefix.duplicate();
            larger.clear();
            if (larger.array() != prefix.array()) {
                larger.put(prefix.duplicate().position(0));
            }
            larger.limit(count).position(prefix.limit());
            int emptyReads = 0;
            while (larger.hasRemaining() && !ended && emptyReads < MOST_EMPTY_READS) {
                int read = channel.read(larger);
                ended = read < 0;
                emptyReads = read == 0 ? emptyReads + 1 : 0;
            }
            prefix = larger.flip();
        }
        return prefix.duplicate().limit(Math.min(count, prefix.limit()));
    }

    /** Whether the bytes that were last looked at are all that there are. */
    boolean isWhole() {
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

package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads a limited number of bytes from another channel. Closing this channel closes the other channel.
 *
 * <p>An extensible channel comes from a source that cannot open ranges. Its reader can move the limit, instead of
 * opening the source again. A ranged channel comes from storage that may have sent only the range. Its reader can move
 * the limit, too, but the channel then requests all bytes after the range.
 */
public final class BoundedChannel implements ReadableByteChannel {

    private final ReadableByteChannel channel;
    private long left;

    /** The number of bytes by which a reader may move the limit. */
    private long beyond;

    private final boolean ranged;

    private BoundedChannel(ReadableByteChannel channel, long left, long beyond, boolean ranged) {
        this.channel = channel;
        this.left = left;
        this.beyond = beyond;
        this.ranged = ranged;
    }

    /** Returns a channel that ends after {@code length} bytes. */
    public static BoundedChannel of(ReadableByteChannel channel, long length) {
        return new BoundedChannel(channel, length, 0, false);
    }

    /** Returns a channel that ends after {@code length} bytes until its reader removes the limit. */
    public static BoundedChannel extensible(ReadableByteChannel channel, long length) {
        return new BoundedChannel(channel, length, Long.MAX_VALUE, false);
    }

    /**
     * Like {@link #extensible}, for storage that may have sent only the range. A reader that knows where it stops opens
     * the next range instead of moving the limit.
     */
    public static BoundedChannel ranged(ReadableByteChannel channel, long length) {
        return new BoundedChannel(channel, length, Long.MAX_VALUE, true);
    }

    /**
     * Returns a range that a source opened, for a source that ends {@code beyond} bytes after the range.
     *
     * @param range a channel of {@code ByteSource.open(offset, length)}
     */
    public static ReadableByteChannel endingAfter(ReadableByteChannel range, long beyond) {
        if (range instanceof BoundedChannel bounded) {
            bounded.beyond = Math.min(bounded.beyond, beyond);
        }
        return range;
    }

    /** Returns the other channel. */
    public ReadableByteChannel channel() {
        return channel;
    }

    /** Returns whether the storage may have sent only the range. */
    public boolean isRanged() {
        return ranged;
    }

    /** Returns whether a reader may move the limit to any offset. */
    public boolean isUnlimited() {
        return beyond == Long.MAX_VALUE || left == Long.MAX_VALUE;
    }

    /** Moves the limit as far as possible. Returns whether the channel is extensible. */
    public boolean extend() {
        boolean extended = beyond > 0;
        left = left > Long.MAX_VALUE - beyond ? Long.MAX_VALUE : left + beyond;
        beyond = 0;
        return extended;
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
            left -= left == Long.MAX_VALUE ? 0 : Math.max(0, count);
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

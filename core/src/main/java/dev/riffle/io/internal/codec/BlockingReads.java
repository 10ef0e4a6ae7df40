package dev.riffle.io.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/** Reads channels that may return no bytes before their end, such as channels of a network without blocking. */
public final class BlockingReads {

    private static final int MOST_EMPTY_READS = 1000;

    /** The first allocation. A later one doubles it. */
    private static final int FIRST_BYTES = 1 << 20;

    private BlockingReads() {}

    /**
     * Reads at least one byte, if the target has room for one.
     *
     * @param name the name of the source for messages
     * @return the number of bytes, or -1 at the end of the channel
     * @throws IOException if the channel repeatedly returns neither bytes nor its end
     */
    public static int read(ReadableByteChannel channel, ByteBuffer target, String name) throws IOException {
        for (int tries = 0; tries <= MOST_EMPTY_READS; tries++) {
            int count = channel.read(target);
            if (count != 0 || !target.hasRemaining()) {
                return count;
            }
        }
        throw new IOException(name + ": the channel returns neither bytes nor its end; use a blocking channel");
    }

    /** Returns at most {@code length} bytes of a channel. Allocates memory only as bytes arrive. */
    public static byte[] upTo(int length, ReadableByteChannel channel, String name) throws IOException {
        byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
        int filled = 0;
        int count = 0;
        while (filled < length && count >= 0) {
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * filled));
            }
            count = read(channel, ByteBuffer.wrap(bytes, filled, bytes.length - filled), name);
            filled += Math.max(0, count);
        }
        return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
    }
}

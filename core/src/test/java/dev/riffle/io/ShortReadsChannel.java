package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Returns at most a fixed number of bytes from each read, like a slow network. */
public final class ShortReadsChannel implements ReadableByteChannel {

    private final ReadableByteChannel channel;
    private final int mostBytes;

    public ShortReadsChannel(ReadableByteChannel channel, int mostBytes) {
        this.channel = channel;
        this.mostBytes = mostBytes;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int limit = target.limit();
        target.limit(target.position() + Math.min(mostBytes, target.remaining()));
        try {
            return channel.read(target);
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

package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Returns no bytes from several reads before each read that returns bytes. */
public final class HesitantChannel implements ReadableByteChannel {

    private final ReadableByteChannel channel;
    private final int emptyReads;
    private int left;

    public HesitantChannel(ReadableByteChannel channel, int emptyReads) {
        this.channel = channel;
        this.emptyReads = emptyReads;
        this.left = emptyReads;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (left > 0) {
            left--;
            return 0;
        }
        left = emptyReads;
        return channel.read(target);
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

package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Fails once, at the n-th read, and succeeds at all other reads. */
public final class FailingChannel implements ReadableByteChannel {

    private final ReadableByteChannel channel;
    private final int failingRead;
    private int reads;

    /** @param failingRead the number of the read that fails, from 0 */
    public FailingChannel(ReadableByteChannel channel, int failingRead) {
        this.channel = channel;
        this.failingRead = failingRead;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (reads++ == failingRead) {
            throw new IOException("the disk fails at read " + failingRead);
        }
        return channel.read(target);
    }

    /** Returns whether the failing read has happened. */
    public boolean hasFailed() {
        return reads > failingRead;
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

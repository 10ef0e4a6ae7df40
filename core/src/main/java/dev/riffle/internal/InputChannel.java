package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;

/** A channel that is open until its first close. A subclass reads the bytes and releases its resources. */
public abstract class InputChannel implements ReadableByteChannel {

    private boolean open = true;

    /** Reads bytes like {@link #read}, while the channel is open. */
    protected abstract int readOpen(ByteBuffer target) throws IOException;

    /** Releases the resources of the channel. The first close calls this method. */
    protected void release() throws IOException {}

    @Override
    public final int read(ByteBuffer target) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
        return readOpen(target);
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public final void close() throws IOException {
        if (open) {
            open = false;
            release();
        }
    }
}

package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** An output that is open until it is finished or closed. A subclass compresses the bytes. */
abstract class CompressingOutput implements CompressedOutput {

    private boolean open = true;
    private boolean finished;

    /** Takes all bytes of a buffer. */
    abstract void take(ByteBuffer source) throws IOException;

    /** Passes on all bytes taken so far. */
    abstract void passOn() throws IOException;

    /** Ends the stream. */
    void end() throws IOException {
        passOn();
    }

    /** Releases the resources of the output. The first close calls this method. */
    void release() {}

    @Override
    public final int write(ByteBuffer source) throws IOException {
        if (finished) {
            throw new ClosedChannelException();
        }
        checkOpen();
        int written = source.remaining();
        take(source);
        return written;
    }

    @Override
    public final void flush() throws IOException {
        if (!finished) {
            checkOpen();
            passOn();
        }
    }

    @Override
    public final void finish() throws IOException {
        if (!finished) {
            checkOpen();
            end();
            finished = true;
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public final boolean isOpen() {
        return open;
    }

    @Override
    public final void close() {
        if (open) {
            open = false;
            release();
        }
    }
}

package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;

/**
 * Runs the calls of an output of a sink under {@link WriterAccess}: one call at a time, and the first failure of a call
 * is permanent. A subclass also implements {@code ByteSink.Output}.
 */
public abstract class GuardedOutput implements WritableByteChannel {

    private final String name;
    private final WriterAccess access;

    /** Creates an output with this name, for messages. */
    protected GuardedOutput(String name) {
        this.name = name;
        this.access = new WriterAccess(name);
    }

    /** A call that writes to the output. */
    @FunctionalInterface
    protected interface Call {

        /** Returns the number of bytes written. */
        int run() throws IOException;
    }

    protected abstract int writeGuarded(ByteBuffer source) throws IOException;

    protected abstract void syncGuarded() throws IOException;

    protected abstract void commitGuarded() throws IOException;

    /** Releases the resources. Discards the bytes unless a commit has published them. Called once. */
    protected abstract void closeGuarded() throws IOException;

    /** Runs a call. */
    protected final int guarded(Call call) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        access.begin();
        int written;
        try {
            written = call.run();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.end();
        return written;
    }

    @Override
    public final int write(ByteBuffer source) throws IOException {
        return guarded(() -> writeGuarded(source));
    }

    public final void sync() throws IOException {
        guarded(() -> {
            syncGuarded();
            return 0;
        });
    }

    public final void commit() throws IOException {
        if (!access.isOpen()) {
            throw new IllegalStateException(name + ": the output has already ended");
        }
        access.begin();
        try {
            commitGuarded();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.commit();
    }

    @Override
    public boolean isOpen() {
        return access.isOpen();
    }

    @Override
    public final void close() throws IOException {
        WriterAccess.Closing unused = access.close(this::closeGuarded);
    }
}

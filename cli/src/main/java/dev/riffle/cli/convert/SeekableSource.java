package dev.riffle.cli.convert;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/** A channel over a source that opens the source again if its position changes. One thread at a time may use it. */
final class SeekableSource implements SeekableByteChannel {

    private final ByteSource source;
    private final long size;

    private @Nullable ReadableByteChannel channel;
    private long position;
    private boolean closed;

    /**
     * Creates a channel.
     *
     * @param source a source of known size
     */
    SeekableSource(ByteSource source) throws IOException {
        this.source = source;
        this.size = source.size().orElseThrow(() -> new IOException(source.name() + ": the size is unknown"));
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        ReadableByteChannel open = channel;
        if (open == null) {
            open = source.open(position);
            channel = open;
        }
        int count = open.read(target);
        position += Math.max(0, count);
        return count;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long wanted) throws IOException {
        if (wanted != position) {
            release();
            position = wanted;
        }
        return this;
    }

    @Override
    public long size() {
        return size;
    }

    private void release() throws IOException {
        ReadableByteChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        release();
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long to) {
        throw new NonWritableChannelException();
    }
}

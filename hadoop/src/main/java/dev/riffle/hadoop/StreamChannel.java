package dev.riffle.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** Reads a stream as a channel. If the buffer has an array, the channel reads directly into this array. */
final class StreamChannel implements ReadableByteChannel {

    private static final int MOST_COPIED = 1 << 20;

    private final FSDataInputStream input;

    private final String name;

    private byte[] copied = {};

    private boolean ended;

    private boolean closed;

    /**
     * Creates a channel.
     *
     * @param name the name of the file in messages
     */
    StreamChannel(FSDataInputStream input, String name) {
        this.input = input;
        this.name = name;
    }

    /** Ends this channel, so that it returns no more bytes, and returns it. */
    StreamChannel atEnd() {
        ended = true;
        return this;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        if (ended) {
            return -1;
        }
        try {
            int read = target.hasArray() ? readInPlace(target) : readAndCopy(target);
            ended = read < 0;
            return read;
        } catch (IOException e) {
            throw FileFailures.named(name, e);
        }
    }

    private int readInPlace(ByteBuffer target) throws IOException {
        int read = input.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
        if (read > 0) {
            target.position(target.position() + read);
        }
        return read;
    }

    private int readAndCopy(ByteBuffer target) throws IOException {
        int most = Math.min(target.remaining(), MOST_COPIED);
        if (copied.length < most) {
            copied = new byte[most];
        }
        int read = input.read(copied, 0, most);
        if (read > 0) {
            target.put(copied, 0, read);
        }
        return read;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            input.close();
        }
    }
}

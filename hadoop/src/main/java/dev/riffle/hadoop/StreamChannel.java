package dev.riffle.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream as a channel. If the buffer has an array, the channel reads directly into this array. A file system
 * that knows the wanted range may end the stream there. If the channel then needs further bytes, it opens a stream for
 * the rest of the file.
 */
final class StreamChannel implements ReadableByteChannel {

    private static final int MOST_COPIED = 1 << 20;

    /** Opens a stream at an offset, for the rest of the file. */
    @FunctionalInterface
    interface Rest {
        FSDataInputStream open(long offset) throws IOException;
    }

    private FSDataInputStream input;

    private final String name;

    /** The offset of the next byte. */
    private long at;

    /** The offset at which the stream may end before the file. */
    private final long streamEnd;

    private @Nullable Rest rest;

    private byte[] copied = {};

    private boolean ended;

    private boolean closed;

    /**
     * Creates a channel.
     *
     * @param name the name of the file in messages
     * @param offset the offset of the stream
     * @param streamEnd the end of the wanted range, at which the stream may end before the file
     * @param rest opens the stream after this range, or null if the file ends there
     */
    StreamChannel(FSDataInputStream input, String name, long offset, long streamEnd, @Nullable Rest rest) {
        this.input = input;
        this.name = name;
        this.at = offset;
        this.streamEnd = streamEnd;
        this.rest = rest;
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
            int read = readStream(target);
            if (read < 0 && at >= streamEnd && readsOn()) {
                read = readStream(target);
            }
            ended = read < 0;
            at += Math.max(0, read);
            return read;
        } catch (IOException e) {
            throw FileFailures.named(name, e);
        }
    }

    /** Opens the stream for the rest of the file. Returns false if no rest exists. */
    private boolean readsOn() throws IOException {
        Rest opening = rest;
        rest = null;
        if (opening == null) {
            return false;
        }
        input.close();
        input = opening.open(at);
        return true;
    }

    private int readStream(ByteBuffer target) throws IOException {
        return target.hasArray() ? readInPlace(target) : readAndCopy(target);
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

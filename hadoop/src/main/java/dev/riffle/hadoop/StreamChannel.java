package dev.riffle.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream as a channel. If the buffer has an array, the channel reads directly into this array. The file system
 * knows the wanted range, and may end the stream there, or read later bytes slowly. So for later bytes, the channel
 * opens a stream for the rest of the file.
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

    /** The end of the wanted range. */
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
     * @param streamEnd the end of the wanted range
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
            if (at == streamEnd) {
                readOn();
            }
            int read = readStream(target);
            ended = read < 0;
            at += Math.max(0, read);
            return read;
        } catch (IOException e) {
            throw FileFailures.named(name, e);
        }
    }

    /** Opens the stream for the rest of the file, if a rest exists. */
    private void readOn() throws IOException {
        Rest opening = rest;
        if (opening != null) {
            rest = null;
            input.close();
            input = opening.open(at);
        }
    }

    private int readStream(ByteBuffer target) throws IOException {
        int most = rest == null ? target.remaining() : (int) Math.min(target.remaining(), streamEnd - at);
        return target.hasArray() ? readInPlace(target, most) : readAndCopy(target, Math.min(most, MOST_COPIED));
    }

    private int readInPlace(ByteBuffer target, int most) throws IOException {
        int read = input.read(target.array(), target.arrayOffset() + target.position(), most);
        if (read > 0) {
            target.position(target.position() + read);
        }
        return read;
    }

    private int readAndCopy(ByteBuffer target, int most) throws IOException {
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

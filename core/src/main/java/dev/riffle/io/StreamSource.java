package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A source for a stream or a channel. It opens only once. */
final class StreamSource implements ByteSource {

    private final ReadableByteChannel channel;
    private final String name;
    private final AtomicBoolean opened = new AtomicBoolean();

    StreamSource(ReadableByteChannel channel, String name) {
        this.channel = channel;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        if (offset != 0) {
            throw new IOException(name + ": a stream can be read only from its beginning, not from offset " + offset);
        }
        if (!opened.compareAndSet(false, true)) {
            throw new IOException(name + ": a stream can be read only once; copy it to a file to read it again");
        }
        return channel;
    }
}

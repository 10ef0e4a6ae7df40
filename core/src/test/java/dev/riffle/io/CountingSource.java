package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** Counts the openings of a source and the bytes read from that source. Has no view of the bytes. Not thread-safe. */
public final class CountingSource implements ByteSource {

    private final ByteSource bytes;
    private int opened;
    private long read;

    public CountingSource(ByteSource bytes) {
        this.bytes = bytes;
    }

    public int opened() {
        return opened;
    }

    public long read() {
        return read;
    }

    @Override
    public String name() {
        return bytes.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        return bytes.size();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        opened++;
        ReadableByteChannel channel = bytes.open(offset);
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) throws IOException {
                int count = channel.read(target);
                read += Math.max(count, 0);
                return count;
            }

            @Override
            public boolean isOpen() {
                return channel.isOpen();
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}

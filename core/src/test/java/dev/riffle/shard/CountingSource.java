package dev.riffle.shard;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** Bytes that are counted when they are read; there is no view of them. */
final class CountingSource implements ByteSource {

    private final ByteSource bytes;
    private long read;

    CountingSource(byte[] bytes) {
        this.bytes = ByteSource.of(Bytes.copyOf(bytes), "counted");
    }

    long read() {
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

package dev.riffle.io;

import dev.riffle.internal.InputChannel;
import dev.riffle.io.internal.codec.SizedChannel;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** A source of bytes in memory. */
final class MemorySource implements ByteSource {

    private final Bytes bytes;
    private final String name;

    MemorySource(Bytes bytes, String name) {
        this.bytes = bytes;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(bytes.size());
    }

    @Override
    public ReadableByteChannel open(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        return new BufferChannel(rest(offset).asByteBuffer());
    }

    /** Returns a slice, without a copy. */
    @Override
    public Bytes read(long offset, int length) {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length must not be negative: " + (offset < 0 ? offset : length));
        }
        Bytes rest = rest(offset);
        return rest.slice(0, Math.min(rest.size(), length));
    }

    @Override
    public Optional<ByteBuffer> view(long offset, int length) {
        Bytes rest = rest(offset);
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(rest.slice(0, Math.min(rest.size(), length)).asByteBuffer());
    }

    private Bytes rest(long offset) {
        return bytes.slice((int) Math.min(offset, bytes.size()), bytes.size());
    }

    /** Reads a buffer to its end. */
    private static final class BufferChannel extends InputChannel implements SizedChannel {
        private final ByteBuffer buffer;

        BufferChannel(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public int remaining() {
            return buffer.remaining();
        }

        @Override
        protected int readOpen(ByteBuffer target) {
            if (!buffer.hasRemaining()) {
                return -1;
            }
            int count = Math.min(buffer.remaining(), target.remaining());
            target.put(buffer.slice(buffer.position(), count));
            buffer.position(buffer.position() + count);
            return count;
        }
    }
}

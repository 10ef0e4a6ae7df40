package dev.riffle.io;

import dev.riffle.internal.StreamOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** A sink for a stream. The stream stays open, because the caller owns it. */
final class StreamSink implements ByteSink {

    private static final int CHUNK_BYTES = 64 << 10;

    private final OutputStream stream;
    private final String name;

    StreamSink(OutputStream stream, String name) {
        this.stream = stream;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Output create() {
        return new Writing(stream, name);
    }

    private static final class Writing implements Output, StreamOutput {
        private final OutputStream stream;
        private final String name;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private boolean open = true;
        private @Nullable IOException failure;

        Writing(OutputStream stream, String name) {
            this.stream = stream;
            this.name = name;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            int written = source.remaining();
            try {
                while (source.hasRemaining()) {
                    int count = Math.min(source.remaining(), chunk.length);
                    source.get(chunk, 0, count);
                    stream.write(chunk, 0, count);
                }
            } catch (IOException e) {
                failure = e;
                throw e;
            }
            return written;
        }

        @Override
        public void sync() throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            stream.flush();
        }

        @Override
        public void commit() throws IOException {
            if (!open) {
                throw new IllegalStateException(name + ": the output has already ended");
            }
            if (failure != null) {
                throw new IllegalStateException(
                        name + ": an earlier write failed, so the output is incomplete; write it again", failure);
            }
            stream.flush();
            open = false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}

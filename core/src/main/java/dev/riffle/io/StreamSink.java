package dev.riffle.io;

import dev.riffle.internal.GuardedOutput;
import dev.riffle.internal.StreamOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A sink for a stream. The stream stays open, because the caller owns it. */
final class StreamSink implements ByteSink, StreamOutput {

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

    private static final class Writing extends GuardedOutput implements Output, StreamOutput {
        private final OutputStream stream;
        private final byte[] chunk = new byte[CHUNK_BYTES];

        Writing(OutputStream stream, String name) {
            super(name);
            this.stream = stream;
        }

        @Override
        protected int writeGuarded(ByteBuffer source) throws IOException {
            int written = source.remaining();
            while (source.hasRemaining()) {
                int count = Math.min(source.remaining(), chunk.length);
                source.get(chunk, 0, count);
                stream.write(chunk, 0, count);
            }
            return written;
        }

        @Override
        protected void syncGuarded() throws IOException {
            stream.flush();
        }

        @Override
        protected void commitGuarded() throws IOException {
            stream.flush();
        }

        @Override
        protected void closeGuarded() {
            // The stream stays open.
        }
    }
}

package dev.riffle.internal.frame;

import dev.riffle.container.ContainerWriter;
import dev.riffle.container.RecordContainer;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes records with the writer of a container. */
final class ContainerRecordWriter extends FileRecordWriter {

    private final Counting out;
    private final ContainerWriter writer;

    /** Counts bytes, and writes each buffer completely. The owner of the sink closes it. */
    private static final class Counting implements WritableByteChannel {

        private final ByteSink.Output sink;
        private long count;

        Counting(ByteSink.Output sink) {
            this.sink = sink;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int size = bytes.remaining();
            while (bytes.hasRemaining()) {
                sink.write(bytes);
            }
            count += size;
            return size;
        }

        @Override
        public boolean isOpen() {
            return sink.isOpen();
        }

        @Override
        public void close() {}
    }

    private ContainerRecordWriter(ByteSink.Output sink, Counting out, ContainerWriter writer) {
        super(sink);
        this.out = out;
        this.writer = writer;
    }

    static ContainerRecordWriter create(ByteSink sink, RecordContainer container) throws IOException {
        ByteSink.Output output = sink.create();
        try {
            Counting out = new Counting(output);
            return new ContainerRecordWriter(output, out, container.write(out, sink.name()));
        } catch (Throwable e) {
            try (output) {
                throw e;
            }
        }
    }

    /** A container takes any payload. */
    @Override
    public void check(ByteBuffer payload) {}

    @Override
    public void write(ByteBuffer payload) throws IOException {
        writer.write(payload);
    }

    @Override
    public long uncompressedSize() {
        return out.count;
    }

    /** Passes on nothing, because a part of a container is not readable. */
    @Override
    public void flush() {}

    @Override
    public void finish() throws IOException {
        writer.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } finally {
            sink.close();
        }
    }
}

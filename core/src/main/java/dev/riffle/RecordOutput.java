package dev.riffle;

import dev.riffle.io.ByteSink;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A buffer in front of a compression in front of a sink. */
final class RecordOutput implements Closeable {

    private static final int BUFFER_BYTES = 256 << 10;

    /** With a compression the buffer is passed on at record ends from this size on, so that it can cut there. */
    private static final int COMPRESSED_STEP_BYTES = 16 << 10;

    private final ByteSink.Output sink;
    private final CompressedOutput compressed;
    private final int step;
    private long drained;

    /** Where frames are made. Drained when full. */
    final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private RecordOutput(ByteSink.Output sink, CompressedOutput compressed, int step) {
        this.sink = sink;
        this.compressed = compressed;
        this.step = step;
    }

    static RecordOutput open(ByteSink sink, Compression compression) throws IOException {
        return open(sink.create(), compression);
    }

    static RecordOutput open(ByteSink.Output output, Compression compression) throws IOException {
        boolean plain = compression.name().equals(Compression.NONE.name());
        return new RecordOutput(output, compression.compress(output), plain ? BUFFER_BYTES : COMPRESSED_STEP_BYTES);
    }

    long uncompressedSize() {
        return drained + buffer.position();
    }

    /** Makes room for at least {@code count} bytes, which must not be more than the buffer. */
    void require(int count) throws IOException {
        if (buffer.remaining() < count) {
            drain();
        }
    }

    void drain() throws IOException {
        buffer.flip();
        drained += buffer.limit();
        while (buffer.hasRemaining()) {
            compressed.write(buffer);
        }
        buffer.clear();
    }

    void endRecord() throws IOException {
        if (buffer.position() >= step) {
            drain();
            compressed.endRecord();
        }
    }

    void flush() throws IOException {
        drain();
        compressed.flush();
    }

    void sync() throws IOException {
        sink.sync();
    }

    void finish() throws IOException {
        drain();
        compressed.finish();
    }

    void commit() throws IOException {
        sink.commit();
    }

    @Override
    public void close() throws IOException {
        try {
            compressed.close();
        } finally {
            sink.close();
        }
    }
}

package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes to one sink, whose commit is final. */
final class SinkOutput extends SetOutput {

    private final RecordWriter writer;
    private final String name;

    SinkOutput(RecordWriter writer, String name) {
        this.writer = writer;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long copy(RecordReader reader, long max) throws IOException {
        return reader.copyTo(writer, max, Long.MAX_VALUE);
    }

    @Override
    public void write(ByteBuffer payload) throws IOException {
        writer.write(payload);
    }

    @Override
    public long uncompressedSize() {
        return writer.uncompressedSize();
    }

    @Override
    public List<WrittenShard> appear() throws IOException {
        writer.commit();
        return List.of(new WrittenShard(name, writer.count(), writer.uncompressedSize()));
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (IllegalStateException notCommitted) {
            // The caller receives the failure that stopped the write.
        }
    }
}

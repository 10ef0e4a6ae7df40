package dev.riffle.rewrite;

import dev.riffle.RecordReader;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Counts records instead of writing them. */
final class CountedOutput extends SetOutput {

    private long count;
    private long bytes;

    @Override
    public String name() {
        return "count";
    }

    @Override
    public long copy(RecordReader reader, long max) throws IOException {
        long copied = 0;
        while (copied < max && reader.next()) {
            copied++;
            bytes += reader.endOffset() - reader.offset();
        }
        count += copied;
        return copied;
    }

    @Override
    public void write(ByteBuffer payload) {
        count++;
        bytes += payload.remaining();
    }

    @Override
    public long uncompressedSize() {
        return bytes;
    }

    long count() {
        return count;
    }

    @Override
    public List<WrittenShard> appear() {
        return List.of();
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}

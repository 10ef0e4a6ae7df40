package dev.riffle.shard;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes nothing and counts what would be written. */
final class CountedOutput extends SetOutput {

    private long count;
    private long bytes;

    @Override
    long copy(RecordReader reader, long most) throws IOException {
        long copied = 0;
        while (copied < most && reader.next()) {
            copied++;
            bytes += reader.endOffset() - reader.offset();
        }
        count += copied;
        return copied;
    }

    @Override
    void write(ByteBuffer payload) {
        count++;
        bytes += payload.remaining();
    }

    @Override
    long uncompressedSize() {
        return bytes;
    }

    long count() {
        return count;
    }

    @Override
    List<WrittenShard> appear() {
        return List.of();
    }

    @Override
    public void close() {
        // there is nothing to let go of
    }
}

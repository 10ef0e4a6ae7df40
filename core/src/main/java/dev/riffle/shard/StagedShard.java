package dev.riffle.shard;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A file of a set while it is written under a hidden name. */
final class StagedShard implements Closeable {

    private final HiddenSink sink;
    private final RecordWriter writer;

    /** Begins to write the file; messages call it by {@code name}. */
    StagedShard(FileSteps steps, Path hidden, String name, RecordWriterOptions options) throws IOException {
        this(steps, hidden, name, options, true);
    }

    /** {@code behind} says whether a thread of its own may write the file. */
    StagedShard(FileSteps steps, Path hidden, String name, RecordWriterOptions options, boolean behind)
            throws IOException {
        this.sink = new HiddenSink(hidden, name, behind);
        this.writer = steps.create(sink, options);
    }

    RecordWriter writer() {
        return writer;
    }

    /** Completes the file; it keeps its hidden name. */
    Finished commit() throws IOException {
        writer.commit();
        return new Finished(
                writer.compression().name(), writer.count(), writer.uncompressedSize(), sink.size(), sink.checksum());
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (IllegalStateException notCommitted) {
            // what stopped the writing is on its way to the caller
        }
    }

    /**
     * What is known of a file that is complete.
     *
     * @param compression the name of the compression
     * @param records how many records it has
     * @param uncompressed how many bytes they take, frames included
     * @param bytes the size of the file
     * @param crc32c of all its bytes
     */
    record Finished(String compression, long records, long uncompressed, long bytes, int crc32c) {

        WrittenShard as(Path path) {
            return new WrittenShard(path.toString(), records, uncompressed);
        }

        SetManifest.Shard inManifest(Path path) {
            return new SetManifest.Shard(path.getFileName().toString(), records, bytes, crc32c);
        }
    }
}

package dev.riffle.shard.internal;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.WrittenShard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes one file of a set with a hidden name. */
public final class StagedShard implements Closeable {

    private final StagingSink sink;
    private final RecordWriter writer;

    /** Opens the file; messages use {@code name}. */
    public StagedShard(FileSteps steps, Path hidden, String name, RecordWriterOptions options) throws IOException {
        this(steps, hidden, name, options, true);
    }

    /** Like the public constructor; if {@code concurrent} is true, a separate thread may write the file. */
    StagedShard(FileSteps steps, Path hidden, String name, RecordWriterOptions options, boolean concurrent)
            throws IOException {
        this.sink = new StagingSink(hidden, name, concurrent);
        this.writer = steps.create(sink, options);
    }

    public RecordWriter writer() {
        return writer;
    }

    /** Completes the file, which keeps its hidden name. */
    public Finished commit() throws IOException {
        writer.commit();
        return new Finished(
                writer.compression().name(), writer.count(), writer.uncompressedSize(), sink.size(), sink.checksum());
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (IllegalStateException notCommitted) {
            // The caller receives the failure that stopped the write.
        }
    }

    /**
     * Describes a complete file.
     *
     * @param compression the name of the compression
     * @param records number of records
     * @param uncompressed the size of the records in bytes, frames included, before compression
     * @param bytes the size of the file
     * @param crc32c the CRC-32C of all bytes of the file
     */
    public record Finished(String compression, long records, long uncompressed, long bytes, int crc32c) {

        public WrittenShard as(Path path) {
            return new WrittenShard(path.toString(), records, uncompressed);
        }

        public SetManifest.Shard inManifest(Path path) {
            return new SetManifest.Shard(path.getFileName().toString(), records, bytes, crc32c);
        }
    }
}

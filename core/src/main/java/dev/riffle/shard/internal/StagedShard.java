package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.WrittenShard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes one file of a set with a hidden name. */
final class StagedShard implements Closeable {

    private final StagingSink sink;
    private final RecordWriter writer;

    /**
     * Opens the file with this number.
     *
     * @param isConcurrent whether a second thread may write the bytes of the file
     */
    StagedShard(AtomicCommit commit, int number, RecordWriterOptions options, boolean isConcurrent) throws IOException {
        this.sink = commit.sink(number, isConcurrent);
        this.writer = RecordWriter.create(sink, options);
    }

    RecordWriter writer() {
        return writer;
    }

    /** Completes the file, which keeps its hidden name. */
    Finished commit() throws IOException {
        writer.commit();
        return new Finished(
                writer.format(),
                writer.compression().name(),
                writer.count(),
                writer.uncompressedSize(),
                sink.size(),
                sink.checksum());
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
     * @param format the format of the records
     * @param compression the name of the compression
     * @param records number of records
     * @param uncompressed the size of the records in bytes, frames included, before compression
     * @param bytes the size of the file
     * @param crc32c the CRC-32C of all bytes of the file
     */
    record Finished(RecordFormat format, String compression, long records, long uncompressed, long bytes, int crc32c) {

        WrittenShard as(Path path) {
            return new WrittenShard(path.toString(), records, uncompressed);
        }

        SetManifest.Shard inManifest(Path path) {
            return new SetManifest.Shard(path.getFileName().toString(), records, bytes, crc32c);
        }
    }
}

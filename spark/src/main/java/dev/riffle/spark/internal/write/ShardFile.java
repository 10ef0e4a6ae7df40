package dev.riffle.spark.internal.write;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.hadoop.HadoopSink;
import dev.riffle.hadoop.PartFiles;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.manifest.WrittenFile;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes one record file of a task. Belongs to one thread. */
final class ShardFile {

    private final CountedSink sink;

    private final RecordWriter writer;

    private ShardFile(CountedSink sink, RecordWriter writer) {
        this.sink = sink;
        this.writer = writer;
    }

    /** Begins a file. */
    static ShardFile create(Path path, RecordOptions options, Configuration configuration) throws IOException {
        CountedSink sink = new CountedSink(HadoopSink.inPlace(path, configuration));
        return new ShardFile(
                sink,
                RecordWriter.create(
                        sink,
                        RecordWriterOptions.defaults()
                                .format(options.format())
                                .compression(compression(options))
                                .withoutSync()));
    }

    private static Compression compression(RecordOptions options) {
        Compression compression = Compression.of(options.compression());
        return compression == Compression.GZIP && options.splitsFiles()
                ? Compression.GZIP.cutMembers(PartFiles.MEMBER_BYTES)
                : compression;
    }

    /**
     * Returns whether a payload of this size would make the file larger than a limit. Always false before the first
     * record.
     */
    boolean isFullFor(int payloadBytes, long limit) {
        if (writer.count() == 0) {
            return false;
        }
        if (!writer.compression().isNone()) {
            return sink.written() >= limit;
        }
        return writer.uncompressedSize() + writer.format().overheadBytes() + payloadBytes > limit;
    }

    void write(ByteBuffer payload) throws IOException {
        writer.write(payload);
    }

    /** Completes the file. */
    void commit() throws IOException {
        try (RecordWriter closing = writer) {
            closing.commit();
        }
    }

    /** Returns the description of the completed file. */
    WrittenFile written() {
        return new WrittenFile(sink.name(), writer.count(), sink.written(), sink.checksum());
    }

    /** Deletes the file. */
    void discard() throws IOException {
        writer.discard();
    }
}

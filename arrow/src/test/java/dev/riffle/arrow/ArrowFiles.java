package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the record files of tests. */
final class ArrowFiles {

    private ArrowFiles() {}

    /** Writes payloads as a TFRecord file. */
    static Path tfRecord(Path file, Bytes... payloads) throws IOException {
        return write(file, RecordWriterOptions.defaults(), Arrays.asList(payloads));
    }

    /** Writes Examples as a TFRecord file. */
    static Path tfRecord(Path file, Example... examples) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        for (Example example : examples) {
            payloads.add(example.toBytes());
        }
        return write(file, RecordWriterOptions.defaults(), payloads);
    }

    /** Writes Examples as an OFRecord file. */
    static Path ofRecord(Path file, Example... examples) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        for (Example example : examples) {
            payloads.add(example.toBytes(Dialect.ONEFLOW));
        }
        return write(file, RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), payloads);
    }

    /** Writes payloads, and replaces an existing file. */
    static Path write(Path file, RecordWriterOptions options, List<Bytes> payloads) throws IOException {
        try (RecordWriter writer = RecordWriter.create(ByteSink.replacing(file), options)) {
            for (Bytes payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        }
        return file;
    }

    /** Returns an input with these files. */
    static RecordInput input(Path... files) {
        List<ByteSource> sources = new ArrayList<>();
        for (Path file : files) {
            sources.add(ByteSource.of(file));
        }
        return RecordInput.of(sources);
    }
}

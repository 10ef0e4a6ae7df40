package dev.riffle.sql;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes records to Parquet files and reads them back, in a directory of a test. */
record ParquetTrip(Path directory) {

    /** Writes a record file. */
    Path records(String name, RecordFormat format, List<Bytes> payloads) throws IOException {
        Path file = directory.resolve(name);
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(format).overwrite().withoutSync();
        try (RecordWriter writer = RecordWriter.create(file, options)) {
            for (Bytes payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        }
        return file;
    }

    /** Writes Examples to a TFRecord file. */
    Path records(String name, Example... examples) throws IOException {
        return records(
                name,
                RecordFormat.TFRECORD,
                List.of(examples).stream().map(Example::toBytes).toList());
    }

    static RecordInput input(Path... files) {
        return RecordInput.of(List.of(files).stream().map(ByteSource::of).toList());
    }

    /** Writes a new Parquet file from a record file. */
    Path parquet(Path records) throws IOException {
        Path file = directory.resolve(records.getFileName() + ".parquet");
        Files.deleteIfExists(file);
        ParquetFiles.write(input(records), file);
        return file;
    }

    /** Returns the payloads of the records that a Parquet file becomes. */
    List<Bytes> back(RecordFormat format, Path... parquet) throws IOException {
        Path file = directory.resolve("back");
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(format).overwrite().withoutSync();
        ParquetFiles.read(List.of(parquet), RecordOutput.file(file, options));
        return payloads(file);
    }

    static List<Bytes> payloads(Path file) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                payloads.add(Bytes.copyOf(reader.payloadBytes()));
            }
        }
        return payloads;
    }

    /** Returns the Examples of payloads after a round trip. */
    List<Example> examples(RecordFormat format, List<Bytes> payloads) throws IOException {
        List<Bytes> back = back(format, parquet(records("records", format, payloads)));
        return back.stream()
                .map(payload -> Example.parse(payload, dialect(format)))
                .toList();
    }

    static Dialect dialect(RecordFormat format) {
        return format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }

    /**
     * Returns an Example without what a round trip loses: features that have no kind, and a message {@code features}
     * without features.
     */
    static Example withKinds(Example example) {
        Map<String, Feature> features = new LinkedHashMap<>();
        example.features().forEach((name, feature) -> {
            if (feature.kind() != Kind.NOT_SET) {
                features.put(name, feature);
            }
        });
        return features.isEmpty() ? Example.empty() : Example.of(features);
    }
}

package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Dialect;
import dev.riffle.formats.numpy.ArrayExamples;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.formats.numpy.NpzReader;
import dev.riffle.io.ByteSink;
import dev.riffle.listings.Printed;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumpyArraysTest {

    @TempDir
    Path folder;

    @Test
    void run() throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/numpy/compressed.npz"))) {
            Files.copy(in, folder.resolve("train.npz"));
        }
        Printed out = new Printed();
        // listing
        Path file = folder.resolve("train.tfrecord");
        try (NpzReader archive = NpzReader.open(folder.resolve("train.npz"));
                ArrayExamples rows = ArrayExamples.of(
                        Map.of("x", archive.array("x"), "y", archive.array("y")), Dialect.TENSORFLOW)) {
            RecordWriter.write(file, records -> {
                while (rows.next()) {
                    records.write(rows.example().toBytes());
                }
            });
        }

        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("x:float32[2], y:int64"));
        NpyArray array = NpyArray.of(DType.FLOAT32, 2, Shape.of(2));
        try (RecordReader records = RecordReader.open(file);
                NpyWriter x = NpyWriter.create(ByteSink.of(folder.resolve("x.npy")), array)) {
            PayloadBatch payloads = new PayloadBatch();
            while (payloads.refill(records, 1024) > 0) {
                ParsedFeatures batch = parser.parse(payloads);
                x.write(batch.dense("x"));
                out.print(batch);
            }
            x.commit();
        }
        // end
        assertThat(out).hasToString("""
                x: float32 [2, 2] [[1.5, -2.0], [3.0, 4.0]]
                y: int64 [2] [5, 6]
                """);
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/numpy/float32.npy"))) {
            assertThat(folder.resolve("x.npy")).hasBinaryContent(in.readAllBytes());
        }
    }
}

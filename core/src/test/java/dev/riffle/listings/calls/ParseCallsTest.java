package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.Partition;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseCallsTest {

    private final Bytes payload = Example.builder()
            .put("label", 7)
            .put("name", "goat")
            .put("tags", "old")
            .build()
            .toBytes();

    @Test
    void specs() {
        Map<String, FeatureSpec> specs = Map.of(
                "a", FeatureSpec.fixedLen(DType.INT64),
                "b", FeatureSpec.fixedLen(DType.INT64).withDefault(0),
                "c", FeatureSpec.fixedLen(DType.STRING).withDefault(""),
                "d", FeatureSpec.fixedLen(DType.FLOAT32, 28, 28),
                "e", FeatureSpec.varLen(DType.STRING),
                "f", FeatureSpec.fixedLenSequence(DType.INT64).allowMissing().paddedWith(-1),
                "g", FeatureSpec.sparse("ix", "v", DType.FLOAT32, 10),
                "h", FeatureSpec.sparse(List.of("ix", "iy"), "v", DType.FLOAT32, Shape.of(28, 28)),
                "i", FeatureSpec.sparse("ix", "v", DType.FLOAT32, 10).alreadySorted(),
                "j", FeatureSpec.ragged(DType.INT64));
        FeatureSpecs description = FeatureSpecs.of(specs);
        assertThat(description.size()).isEqualTo(10);
        List<FeatureSpec> others = List.of(
                FeatureSpec.fixedLenSequence(DType.INT64),
                FeatureSpec.ragged(DType.INT64).rowSplitsDType(DType.INT64));
        assertThat(others).doesNotHaveDuplicates();
    }

    @Test
    void partitions() {
        FeatureSpec.Ragged rows = FeatureSpec.ragged(DType.INT64)
                .valueKey("v")
                .partitionedBy(new Partition.RowLengths("n"))
                .validated();
        List<Partition> partitions = List.of(
                new Partition.RowSplits("n"),
                new Partition.RowLengths("n"),
                new Partition.RowStarts("n"),
                new Partition.RowLimits("n"),
                new Partition.ValueRowIds("n"),
                new Partition.UniformRowLength(2));
        assertThat(rows.partitions()).hasSize(1);
        assertThat(partitions).hasSize(6);
    }

    @Test
    void examples() {
        FeatureSpecs description = FeatureSpecs.parse("label:int64=0, name:string");
        ExampleParser parser = ExampleParser.compile(description);
        ParsedFeatures parsed = parser.parse(payload);
        DenseTensor label = parsed.dense("label");
        assertThat(parsed.dense("label").longAt()).isEqualTo(label.longAt());
        List<Bytes> payloads = List.of(payload, payload);
        ParsedFeatures batch = parser.parse(payloads);
        assertThat(batch.dense("label").values().toLongs()).containsExactly(7, 7);
        assertThat(batch.asMap()).hasSize(2);
        assertThat(shape(parser("tags:string*").parse(payloads))).isEqualTo(Shape.of(2, 1));
        assertThat(shape(parser("tags:ragged(string)").parse(payloads))).isEqualTo(Shape.of(2, 1));
        ParsedFeatures same = parser.threads(2).parse(payloads);
        assertThat(same.asMap()).isEqualTo(batch.asMap());
        ExampleParser faster = parser.threads(2);
        List<String> names = List.of("first", "second");
        PayloadBatch named = PayloadBatch.of(payloads, names);
        assertThat(faster.parse(named).asMap()).isEqualTo(batch.asMap());
        assertThatThrownBy(() -> parser.parse(Example.empty().toBytes())).isInstanceOf(ExampleParseException.class);
        assertThat(ExampleParser.compile(FeatureSpecs.parse("name:string*"))
                        .parse(payloads)
                        .sparse("name")
                        .values()
                        .utf8At(0))
                .isEqualTo("goat");
        assertThat(ExampleParser.compile(FeatureSpecs.parse("label:ragged(int64)"))
                        .parse(payloads)
                        .ragged("label")
                        .rows())
                .isEqualTo(2);
    }

    private static ExampleParser parser(String specs) {
        return ExampleParser.compile(FeatureSpecs.parse(specs));
    }

    private static Shape shape(ParsedFeatures batch) {
        return batch.get("tags").shape();
    }

    @Test
    void files(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("rows.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(payload);
            records.write(payload);
        });
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64"));
        try (RecordReader records = RecordReader.open(file)) {
            PayloadBatch payloads = new PayloadBatch();
            ParsedFeatures batch = parser.newBatch();
            while (payloads.refill(records, 10) > 0) {
                parser.parse(payloads, batch);
            }
            assertThat(batch.size()).isEqualTo(2);
        }
    }

    @Test
    void sequences() {
        SequenceFeatureSpecs specs = SequenceFeatureSpecs.parse("context(id:int64=0) lists(steps:int64*)");
        SequenceExampleParser sequences = SequenceExampleParser.compile(specs);
        Bytes sequence = SequenceExample.builder()
                .put("steps", Feature.of(1, 2), Feature.of(3))
                .build()
                .toBytes();
        List<Bytes> several = List.of(sequence, sequence);
        ParsedSequenceFeatures batch = sequences.parse(several);
        assertThat(batch.context().dense("id").values().size()).isEqualTo(2);
        assertThat(batch.featureLists().sparse("steps").count()).isEqualTo(6);
        ParsedSequenceFeatures one = sequences.parse(sequence);
        assertThat(one.featureLists().sparse("steps").count()).isEqualTo(3);
    }
}

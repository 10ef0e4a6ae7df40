package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.RandomMessages;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.Varints;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Converts records to Arrow's stream format and back, and compares the records. The documented losses are features
 * without a kind, the order of map entries and unknown fields.
 */
class ArrowRecordsRoundTripTest {

    @TempDir
    private Path directory;

    /** Returns the records after a conversion to the stream format and back. */
    static List<Bytes> roundTrip(RecordFormat format, Path directory, List<Bytes> payloads) throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().format(format);
        return roundTrip(format, ArrowFiles.write(directory.resolve("in"), options, payloads));
    }

    private static List<Bytes> roundTrip(RecordFormat format, Path file) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator(1 << 30);
                ArrowReader reader = ArrowBatches.of(
                                ArrowFiles.input(file), RecordSchemas.infer(ArrowFiles.input(file), Long.MAX_VALUE))
                        .batchSize(7)
                        .reader(allocator);
                ArrowStreamWriter writer =
                        new ArrowStreamWriter(reader.getVectorSchemaRoot(), null, Channels.newChannel(stream))) {
            while (reader.loadNextBatch()) {
                writer.writeBatch();
            }
            writer.end();
        }
        try (BufferAllocator allocator = new RootAllocator(1 << 30);
                ArrowReader reader = new ArrowStreamReader(new ByteArrayInputStream(stream.toByteArray()), allocator)) {
            return ArrowRecords.payloads(reader, format).toList();
        }
    }

    // ---------------------------------------------------------------- random records

    /** Returns the features with a kind that is the same in all records, because a column has one type. */
    static Example consistent(Example example, Map<String, Kind> kinds) {
        ExampleBuilder builder = Example.builder();
        example.features().forEach((name, feature) -> {
            if (feature.kind() != Kind.NOT_SET
                    && kinds.computeIfAbsent(name, any -> feature.kind()) == feature.kind()) {
                builder.put(name, feature);
            }
        });
        return builder.build();
    }

    /** Replaces control characters in names, because they make the message type ambiguous. */
    private static Example clean(Example example) {
        ExampleBuilder builder = Example.builder();
        example.features().forEach((name, feature) -> builder.put(name.replaceAll("\\p{Cntrl}", "_"), feature));
        return builder.build();
    }

    /** Adds features without a kind, which the conversion loses. */
    private static Example withUnset(Example example, Example other) {
        ExampleBuilder builder = Example.builder();
        other.features().forEach((name, feature) -> builder.put(name, Feature.notSet()));
        example.features().forEach(builder::put);
        return builder.build();
    }

    @Test
    void randomExamplesStayEqual() throws Exception {
        Rounds.run("randomExamplesStayEqual", 200, (random, name) -> {
            RandomMessages messages = new RandomMessages(random);
            Map<String, Kind> kinds = new HashMap<>(Map.of("always", Kind.INT64));
            List<Bytes> expected = new ArrayList<>();
            List<Bytes> payloads = new ArrayList<>();
            for (int i = 1 + random.nextInt(30); i > 0; i--) {
                // A record without any kind could be of another message type.
                Example kept = consistent(messages.example(Dialect.TENSORFLOW), kinds).toBuilder()
                        .put("always", 1L)
                        .build();
                expected.add(kept.toBytes());
                payloads.add(
                        withUnset(kept, messages.example(Dialect.TENSORFLOW)).toBytes());
            }

            assertThat(roundTrip(RecordFormat.TFRECORD, directory, payloads))
                    .as(name)
                    .isEqualTo(expected);
        });
    }

    @Test
    void randomOfRecordsStayEqual() throws Exception {
        Rounds.run("randomOfRecordsStayEqual", 200, (random, name) -> {
            RandomMessages messages = new RandomMessages(random);
            Map<String, Kind> kinds = new HashMap<>(Map.of("always", Kind.INT32));
            List<Bytes> payloads = new ArrayList<>();
            for (int i = 1 + random.nextInt(30); i > 0; i--) {
                payloads.add(consistent(messages.example(Dialect.ONEFLOW), kinds).toBuilder()
                        .put("always", Feature.ofInt32s(i))
                        .build()
                        .toBytes(Dialect.ONEFLOW));
            }

            assertThat(roundTrip(RecordFormat.OFRECORD, directory, payloads))
                    .as(name)
                    .isEqualTo(payloads);
        });
    }

    @Test
    void randomSequenceExamplesStayEqual() throws Exception {
        Rounds.run("randomSequenceExamplesStayEqual", 200, (random, name) -> {
            RandomMessages messages = new RandomMessages(random);
            Map<String, Kind> kinds = new HashMap<>();
            Map<String, Kind> stepKinds = new HashMap<>(Map.of("steps always", Kind.FLOAT));
            List<Bytes> payloads = new ArrayList<>();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                SequenceExample message = messages.sequenceExample();
                SequenceExampleBuilder builder =
                        SequenceExample.builder().put("steps always", Feature.of(1f), Feature.empty(Kind.FLOAT));
                ExampleBuilder context = Example.builder();
                consistent(clean(message.context()), kinds)
                        .features()
                        .forEach((key, value) -> context.put("in " + key, value));
                message.featureLists().forEach((unusual, steps) -> {
                    String key = unusual.replaceAll("\\p{Cntrl}", "_");
                    List<Feature> kept = new ArrayList<>();
                    for (Feature step : steps) {
                        if (step.kind() != Kind.NOT_SET
                                && stepKinds.computeIfAbsent(key, any -> step.kind()) == step.kind()) {
                            kept.add(step);
                        }
                    }
                    if (stepKinds.containsKey(key)) {
                        builder.put(key, kept);
                    }
                });
                payloads.add(
                        Bytes.ofOwned(builder.context(context.build()).build().toByteArray()));
            }

            assertThat(roundTrip(RecordFormat.TFRECORD, directory, payloads))
                    .as(name)
                    .isEqualTo(payloads);
        });
    }

    @Test
    void randomExampleListsStayEqual() throws Exception {
        Rounds.run("randomExampleListsStayEqual", 100, (random, name) -> {
            RandomMessages messages = new RandomMessages(random);
            Map<String, Kind> kinds = new HashMap<>();
            Map<String, Kind> contextKinds = new HashMap<>();
            List<Bytes> payloads = new ArrayList<>();
            for (int i = 1 + random.nextInt(10); i > 0; i--) {
                ByteArrayOutputStream message = new ByteArrayOutputStream();
                for (int j = 1 + random.nextInt(4); j > 0; j--) {
                    Example example = consistent(clean(messages.example(Dialect.TENSORFLOW)), kinds);
                    write(message, 1, example.toBuilder().put("always", 1L).build());
                }
                Example context = consistent(clean(messages.example(Dialect.TENSORFLOW)), contextKinds);
                write(message, 2, context.toBuilder().put("query", "q").build());
                payloads.add(Bytes.ofOwned(message.toByteArray()));
            }

            assertThat(roundTrip(RecordFormat.TFRECORD, directory, payloads))
                    .as(name)
                    .isEqualTo(payloads);
        });
    }

    private static void write(ByteArrayOutputStream out, int field, Example example) {
        byte[] bytes = example.toByteArray();
        byte[] size = new byte[Varints.MAX_SIZE];
        out.write(field << 3 | 2);
        out.write(size, 0, Varints.write(size, 0, bytes.length));
        out.writeBytes(bytes);
    }

    @Test
    void aContextFeatureWithoutAKindCountsAsMissing() throws IOException {
        SequenceExampleBuilder steps = SequenceExample.builder().put("s", Feature.of("a"), Feature.of("b"));
        Example unset = Example.builder().put("i", Feature.notSet()).build();
        Example one = Example.builder().put("i", 7L).build();

        assertThat(roundTrip(
                        RecordFormat.TFRECORD,
                        directory,
                        List.of(bytes(steps.context(one)), bytes(steps.context(unset)))))
                .containsExactly(bytes(steps.context(one)), bytes(steps.context(Example.empty())));
    }

    @Test
    void featureListsWithUnusualNamesStayInSequenceExamples() throws IOException {
        Example context = Example.builder().put("i", 7L).build();
        List<Bytes> payloads = List.of(
                bytes(SequenceExample.builder().context(context).put("s", Feature.of("a"))),
                bytes(SequenceExample.builder().context(context).put("a\0", Feature.of(1L), Feature.of(2L))));

        assertThat(roundTrip(RecordFormat.TFRECORD, directory, payloads)).isEqualTo(payloads);
    }

    private static Bytes bytes(SequenceExampleBuilder builder) {
        return Bytes.ofOwned(builder.build().toByteArray());
    }

    // ---------------------------------------------------------------- real files

    /** Reads real files in the folder that {@code -Driffle.fixtures=DIR} or {@code RIFFLE_FIXTURES} names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deepmind-research/tetrominoes_mini.tfrecords",
                "ecosystem/part-m-00000",
                "ecosystem/part-m-00000.gz",
                "jupyterlab_tfrecord_viewer/sample_record.record",
                "ranking/train_elwc.tfrecord",
                "tensorflow/images.tfrecord",
                "tfx/penguin-train-00000-of-00001.gz",
                "tfx/sequence-eval.gz",
                "tfx/taxi-train-00003-of-00012.gz",
                "yggdrasil/toy.nocompress-tfe-tfrecord-00000-of-00002"
            })
    void realFilesStayEqual(String name) throws IOException {
        String folder = System.getProperty("riffle.fixtures", System.getenv("RIFFLE_FIXTURES"));
        assumeTrue(folder != null, "riffle.fixtures is not set");
        Path file = Path.of(folder).resolve(name);
        List<String> expected = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(ByteSource.of(file))) {
            while (reader.next()) {
                expected.add(text(Bytes.ofOwned(reader.payloadBytes())));
            }
        }

        assertThat(expected).isNotEmpty();
        assertThat(roundTrip(RecordFormat.TFRECORD, file).stream().map(ArrowRecordsRoundTripTest::text))
                .isEqualTo(expected);
    }

    /** Returns the text of a message without features that have no kind. */
    private static String text(Bytes payload) {
        if (PayloadKind.of(payload.toByteArray()) == PayloadKind.EXAMPLE_LIST) {
            ExampleLists lists = ExampleLists.parse(payload.toByteArray());
            Optional<Example> context = lists.context().map(Example::parse);
            return lists.examples().stream()
                            .map(Example::parse)
                            .map(Example::toText)
                            .toList() + " " + context.map(Example::toText);
        }
        SequenceExample message = SequenceExample.parse(payload);
        return message.toBuilder()
                .context(consistent(message.context(), new HashMap<>()))
                .build()
                .toText();
    }
}

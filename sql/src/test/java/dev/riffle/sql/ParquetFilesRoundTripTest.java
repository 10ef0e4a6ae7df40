package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.Rounds;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares records with the records that come back from Parquet files. */
class ParquetFilesRoundTripTest {

    private static final String[] NAMES = {
        "", "a", "A", "a_1", "é", "É", "日本", "\ud83d\ude42", "x y", "\"'\\\n", "a.b", "image/encoded", "select"
    };
    private static final long[] LONGS = {0, -1, 127, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final int[] INTS = {0, -1, 127, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final float[] FLOATS = {
        0, -0f, 0.1f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.NEGATIVE_INFINITY
    };
    private static final double[] DOUBLES = {0, -0d, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, 1e300};
    private static final String[] TEXTS = {"", "x", "käse", "\0", "日本\ud83d\ude42", "it's \"quoted\""};
    private static final byte[][] BYTES = {{}, {0}, {-1}, "text".getBytes(), {(byte) 0xc3, 0x28}};

    @TempDir
    Path directory;

    @Test
    void examplesAreEqual() throws Exception {
        equal(RecordFormat.TFRECORD, "examplesAreEqual", Kind.INT64, Kind.FLOAT, Kind.BYTES);
    }

    @Test
    void oneFlowsRecordsAreEqual() throws Exception {
        equal(
                RecordFormat.OFRECORD,
                "oneFlowsRecordsAreEqual",
                Kind.INT64,
                Kind.FLOAT,
                Kind.BYTES,
                Kind.DOUBLE,
                Kind.INT32);
    }

    private void equal(RecordFormat format, String test, Kind... kinds) throws Exception {
        Rounds.run(test, 60, (random, name) -> {
            Map<String, Kind> columns = columns(random, kinds);
            List<Example> examples = new ArrayList<>();
            for (int i = random.nextInt(40); i >= 0; i--) {
                Example example = example(random, columns);
                // OneFlow has no empty records.
                examples.add(
                        format == RecordFormat.OFRECORD && example.names().isEmpty()
                                ? Example.builder().put("only", i).build()
                                : example);
            }
            List<Bytes> payloads = examples.stream()
                    .map(example -> example.toBytes(ParquetTrip.dialect(format)))
                    .toList();

            assertThat(new ParquetTrip(directory).examples(format, payloads))
                    .as(name)
                    .isEqualTo(examples.stream().map(ParquetTrip::withKinds).toList());
        });
    }

    @Test
    void sequenceExamplesAreEqual() throws Exception {
        Rounds.run("sequenceExamplesAreEqual", 30, (random, name) -> {
            Map<String, Kind> context = new TreeMap<>(Map.of("id", Kind.INT64, "query", Kind.BYTES));
            List<SequenceExample> examples = new ArrayList<>();
            // A feature list without a kind in all records is not a column.
            examples.add(SequenceExample.builder()
                    .put("steps", List.of(Feature.of(1f)))
                    .put("tokens", List.of(Feature.of("one")))
                    .build());
            for (int i = random.nextInt(20); i >= 0; i--) {
                SequenceExampleBuilder builder =
                        SequenceExample.builder().context(ParquetTrip.withKinds(example(random, context)));
                if (random.nextInt(4) > 0) {
                    builder.put("steps", steps(random, Kind.FLOAT));
                }
                builder.put("tokens", steps(random, Kind.BYTES));
                examples.add(builder.build());
            }
            ParquetTrip trip = new ParquetTrip(directory);
            Path records = trip.records(
                    "sequences",
                    RecordFormat.TFRECORD,
                    examples.stream().map(SequenceExample::toBytes).toList());

            List<Bytes> back = trip.back(RecordFormat.TFRECORD, trip.parquet(records));

            assertThat(back.stream().map(SequenceExample::parse).toList())
                    .as(name)
                    .isEqualTo(examples);
        });
    }

    private static List<Feature> steps(Random random, Kind kind) {
        List<Feature> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            steps.add(feature(random, kind));
        }
        return steps;
    }

    @Test
    void examplesWithContextAreEqual() throws Exception {
        Rounds.run("examplesWithContextAreEqual", 30, (random, name) -> {
            Map<String, Kind> context = Map.of("query", Kind.BYTES);
            Map<String, Kind> columns = new TreeMap<>(Map.of("score", Kind.FLOAT, "ids", Kind.INT64));
            List<Bytes> lists = new ArrayList<>();
            // The first record decides the message type.
            lists.add(fullList());
            for (int i = random.nextInt(20); i >= 0; i--) {
                ByteArrayOutputStream message = new ByteArrayOutputStream();
                for (int k = 1 + random.nextInt(3); k > 0; k--) {
                    field(
                            message,
                            1,
                            ParquetTrip.withKinds(example(random, columns)).toByteArray());
                }
                field(
                        message,
                        2,
                        ParquetTrip.withKinds(example(random, context)).toByteArray());
                lists.add(Bytes.copyOf(message.toByteArray()));
            }
            ParquetTrip trip = new ParquetTrip(directory);
            Path records = trip.records("lists", RecordFormat.TFRECORD, lists);

            List<Bytes> back = trip.back(RecordFormat.TFRECORD, trip.parquet(records));

            assertThat(back.stream().map(ParquetFilesRoundTripTest::content).toList())
                    .as(name)
                    .isEqualTo(lists.stream()
                            .map(ParquetFilesRoundTripTest::content)
                            .toList());
        });
    }

    /** Returns a message that shows its type without doubt. */
    private static Bytes fullList() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        Example document = Example.builder()
                .put("score", 1f)
                .put("ids", 1L, 2L)
                .put("id", 1)
                .build();
        field(message, 1, document.toByteArray());
        field(
                message,
                2,
                Example.builder().put("query", "q").put("user", 7).build().toByteArray());
        return Bytes.copyOf(message.toByteArray());
    }

    private static void field(ByteArrayOutputStream message, int number, byte[] content) {
        message.write(number << 3 | 2);
        int length = content.length;
        while (length > 127) {
            message.write(length & 127 | 128);
            length >>>= 7;
        }
        message.write(length);
        message.writeBytes(content);
    }

    private static List<Object> content(Bytes list) {
        ExampleLists parsed = ExampleLists.parse(list.toByteArray());
        List<Object> content = new ArrayList<>();
        content.add(Example.parse(parsed.context().orElse(Bytes.empty())));
        parsed.examples().forEach(example -> content.add(Example.parse(example)));
        return content;
    }

    @Test
    void shapesOfSpecsAreKept() throws Exception {
        ParquetTrip trip = new ParquetTrip(directory);
        Example first = Example.builder()
                .put("m", 1L, 2L, 3L, 4L, 5L, 6L)
                .put("v", 1f, 2f)
                .put("s", "a", "b")
                .build();
        Path records = trip.records("shapes", first, first);
        FeatureSpecs specs = FeatureSpecs.parse("m: int64[2,3], v: float[2], s: string[2]");
        Path file = directory.resolve("shapes.parquet");
        ArrowBatches batches = ArrowBatches.of(ParquetTrip.input(records), specs);

        assertThat(ParquetFiles.write(batches, file, ParquetOptions.defaults())).isEqualTo(2);
        assertThat(ParquetFiles.schema(file).getFields())
                .isEqualTo(batches.schema().getFields());
        assertThat(trip.back(RecordFormat.TFRECORD, file)).isEqualTo(ParquetTrip.payloads(records));
    }

    /** Puts conformance Examples whose kinds agree into one file. */
    @Test
    void conformanceExamplesAreEqual() throws Exception {
        Map<Map<String, Kind>, List<Example>> files = new LinkedHashMap<>();
        ConformanceFile.runSilently("example.jsonl", each -> {
            if (each.text("message").equals("Example")) {
                add(files, Base64.getDecoder().decode(each.text("wire_b64")));
            }
            return List.of();
        });
        assertThat(files.values().stream().mapToInt(List::size).sum()).isGreaterThan(100);
        List<List<Example>> all = List.copyOf(files.values());
        for (int i = 0; i < all.size(); i += Rounds.step(4)) {
            List<Example> examples = all.get(i);
            List<Bytes> payloads = examples.stream().map(Example::toBytes).toList();
            assertThat(new ParquetTrip(directory).examples(RecordFormat.TFRECORD, payloads))
                    .isEqualTo(examples);
        }
    }

    private static void add(Map<Map<String, Kind>, List<Example>> files, byte[] wire) {
        Example example;
        try {
            example = ParquetTrip.withKinds(Example.parse(wire));
        } catch (MalformedMessageException notAnExample) {
            return;
        }
        for (Map.Entry<Map<String, Kind>, List<Example>> file : files.entrySet()) {
            Map<String, Kind> kinds = file.getKey();
            if (example.features().entrySet().stream()
                    .allMatch(entry ->
                            kinds.getOrDefault(entry.getKey(), entry.getValue().kind())
                                    == entry.getValue().kind())) {
                file.getValue().add(example);
                example.features().forEach((name, feature) -> kinds.put(name, feature.kind()));
                return;
            }
        }
        Map<String, Kind> kinds = new IdentityKinds();
        example.features().forEach((name, feature) -> kinds.put(name, feature.kind()));
        files.put(kinds, new ArrayList<>(List.of(example)));
    }

    /** A map that is a key, although it changes. */
    private static final class IdentityKinds extends LinkedHashMap<String, Kind> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** Reads files of other programs in the directory of {@code -Driffle.fixtures} or {@code RIFFLE_FIXTURES}. */
    @Test
    void filesOfOtherProgramsAreEqual() throws Exception {
        String folder = System.getProperty("riffle.fixtures", System.getenv("RIFFLE_FIXTURES"));
        Assumptions.assumeTrue(folder != null, "riffle.fixtures is not set");
        for (String name : List.of(
                "tensorflow/images.tfrecord",
                "tfx/penguin-train-00000-of-00001.gz",
                "tfx/taxi-train-00003-of-00012.gz",
                "yggdrasil/toy.nocompress-tfe-tfrecord-00000-of-00002")) {
            Path file = Path.of(folder).resolve(name);
            Assumptions.assumeTrue(Files.exists(file), file + " is missing");
            ParquetTrip trip = new ParquetTrip(directory);

            List<Bytes> back = trip.back(RecordFormat.TFRECORD, trip.parquet(file));

            assertThat(back.stream().map(Example::parse).toList()).as(name).isEqualTo(examples(file));
        }
    }

    private static List<Example> examples(Path file) throws Exception {
        List<Example> examples = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                examples.add(ParquetTrip.withKinds(Example.parse(reader.payloadBytes())));
            }
        }
        return examples;
    }

    private static Map<String, Kind> columns(Random random, Kind... kinds) {
        Map<String, Kind> columns = new LinkedHashMap<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                columns.put(name, kinds[random.nextInt(kinds.length)]);
            }
        }
        return columns;
    }

    private static Example example(Random random, Map<String, Kind> columns) {
        ExampleBuilder example = Example.builder();
        columns.forEach((name, kind) -> {
            // Some columns always have one value, so that they are not lists.
            boolean single = name.length() % 2 == 1;
            if (random.nextInt(4) > 0) {
                example.put(name, single ? value(random, kind) : feature(random, kind));
            } else if (random.nextInt(10) == 0) {
                example.put(name, Feature.notSet());
            }
        });
        return example.build();
    }

    private static Feature value(Random random, Kind kind) {
        return switch (kind) {
            case INT64 -> Feature.of(LONGS[random.nextInt(LONGS.length)]);
            case INT32 -> Feature.ofInt32s(INTS[random.nextInt(INTS.length)]);
            case FLOAT -> Feature.of(FLOATS[random.nextInt(FLOATS.length)]);
            case DOUBLE -> Feature.ofDoubles(DOUBLES[random.nextInt(DOUBLES.length)]);
            case BYTES -> Feature.of(TEXTS[random.nextInt(TEXTS.length)]);
            case NOT_SET -> Feature.notSet();
        };
    }

    private static Feature feature(Random random, Kind kind) {
        int size = random.nextInt(4);
        return switch (kind) {
            case INT64 -> Feature.of(random.longs(size).toArray());
            case INT32 -> Feature.ofInt32s(random.ints(size).toArray());
            case FLOAT -> {
                float[] values = new float[size];
                for (int i = 0; i < size; i++) {
                    values[i] = FLOATS[random.nextInt(FLOATS.length)];
                }
                yield Feature.of(values);
            }
            case DOUBLE -> Feature.ofDoubles(random.doubles(size).toArray());
            case BYTES -> {
                byte[][] values = new byte[size][];
                for (int i = 0; i < size; i++) {
                    values[i] = BYTES[random.nextInt(BYTES.length)];
                }
                yield Feature.of(values);
            }
            case NOT_SET -> Feature.notSet();
        };
    }
}

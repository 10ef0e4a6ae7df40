package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the vectors of random Examples with the values that {@link Example} parses. */
class RandomExamplesTest {

    /** The facts about a feature that determine its column, from parsed Examples. */
    private record Facts(Kind kind, boolean single, boolean text) {}

    @TempDir
    Path directory;

    @Test
    void vectorsHaveTheValuesOfTheExamples() throws Exception {
        Rounds.run("vectorsHaveTheValuesOfTheExamples", 200, (random, name) -> {
            List<Bytes> payloads = payloads(random);
            List<Compression> compressions = Compression.builtIn();
            Compression compression = compressions.get(random.nextInt(compressions.size()));
            RecordWriterOptions options = RecordWriterOptions.defaults().compression(compression);
            int cut = random.nextInt(payloads.size() + 1);
            Path one = ArrowFiles.write(directory.resolve(name.hashCode() + "a"), options, payloads.subList(0, cut));
            Path two = ArrowFiles.write(
                    directory.resolve(name.hashCode() + "b"), options, payloads.subList(cut, payloads.size()));
            SortedMap<String, Facts> facts = facts(payloads);

            Schema schema = RecordSchemas.infer(ArrowFiles.input(one, two), Long.MAX_VALUE);
            ArrowBatches batches = ArrowBatches.of(ArrowFiles.input(one, two), schema)
                    .batchSize(1 + random.nextInt(40))
                    .threads(1 + random.nextInt(3));

            assertThat(types(schema)).as(name).isEqualTo(types(facts));
            assertThat(ArrowValues.read(batches)).as(name).isEqualTo(rows(payloads, facts));
        });
    }

    // ---------------------------------------------------------------- random records

    private static List<Bytes> payloads(Random random) {
        List<Bytes> payloads = new ArrayList<>();
        int records = 1 + random.nextInt(60);
        for (int i = 0; i < records; i++) {
            payloads.add(example(random).toBytes());
        }
        payloads.add(Example.builder().put("int64", 1).build().toBytes());
        return payloads;
    }

    private static Example example(Random random) {
        ExampleBuilder example = Example.builder();
        put(example, random, "int64", Feature.of(random.nextLong()));
        put(example, random, "float", Feature.of(Float.intBitsToFloat(random.nextInt() & 0xff7fffff)));
        put(example, random, "text", Feature.of("käse " + random.nextInt(100)));
        put(example, random, "bytes", Feature.of(new byte[] {(byte) random.nextInt(), (byte) 0xff}));
        put(
                example,
                random,
                "int64s",
                Feature.of(random.longs(random.nextInt(4)).toArray()));
        put(example, random, "empty", Feature.empty(Kind.FLOAT));
        put(example, random, "unset", Feature.notSet());
        put(example, random, "sometimes unset", random.nextBoolean() ? Feature.notSet() : Feature.of(3L));
        put(example, random, "texts", Feature.of("a".repeat(random.nextInt(5)), "€", ""));
        put(
                example,
                random,
                "byte strings",
                random.nextBoolean() ? Feature.empty(Kind.BYTES) : Feature.of(new byte[] {(byte) 0x80}));
        return example.build();
    }

    private static void put(ExampleBuilder example, Random random, String name, Feature feature) {
        if (random.nextInt(8) > 0) {
            example.put(name, feature);
        }
    }

    // ---------------------------------------------------------------- expected columns

    private static SortedMap<String, Facts> facts(List<Bytes> payloads) {
        SortedMap<String, Facts> facts = new TreeMap<>();
        for (Bytes payload : payloads) {
            Example.parse(payload).features().forEach((name, feature) -> {
                if (feature.kind() != Kind.NOT_SET) {
                    boolean text = feature.kind() != Kind.BYTES
                            || feature.bytes().stream().allMatch(Bytes::isUtf8);
                    facts.merge(
                            name,
                            new Facts(feature.kind(), feature.size() == 1, text),
                            (a, b) -> new Facts(a.kind(), a.single() && b.single(), a.text() && b.text()));
                }
            });
        }
        return facts;
    }

    private static Map<String, String> types(Map<String, Facts> facts) {
        Map<String, String> types = new LinkedHashMap<>();
        facts.forEach((name, fact) -> {
            String value = switch (fact.kind()) {
                case INT64 -> "Int(64, true)";
                case FLOAT -> "FloatingPoint(SINGLE)";
                case BYTES -> fact.text() ? "Utf8" : "Binary";
                case NOT_SET, DOUBLE, INT32 -> throw new AssertionError(fact);
            };
            types.put(name, fact.single() ? value : "List of " + value);
        });
        return types;
    }

    private static Map<String, String> types(Schema schema) {
        Map<String, String> types = new LinkedHashMap<>();
        schema.getFields()
                .forEach(field -> types.put(
                        field.getName(),
                        field.getChildren().isEmpty()
                                ? field.getType().toString()
                                : field.getType() + " of "
                                        + field.getChildren().get(0).getType()));
        return types;
    }

    private static List<Map<String, Object>> rows(List<Bytes> payloads, Map<String, Facts> facts) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Bytes payload : payloads) {
            Example example = Example.parse(payload);
            Map<String, Object> row = new LinkedHashMap<>();
            facts.forEach((name, fact) -> row.put(
                    name,
                    example.find(name)
                            .filter(feature -> feature.kind() != Kind.NOT_SET)
                            .map(feature -> value(feature, fact))
                            .orElse(null)));
            rows.add(row);
        }
        return rows;
    }

    private static Object value(Feature feature, Facts fact) {
        List<Object> values = new ArrayList<>();
        for (Object value : feature.values()) {
            values.add(value instanceof Bytes bytes && fact.text() ? bytes.utf8() : value);
        }
        return fact.single() ? values.get(0) : values;
    }
}

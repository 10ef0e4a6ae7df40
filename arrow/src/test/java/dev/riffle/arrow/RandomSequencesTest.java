package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.io.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the vectors of random SequenceExamples with the values that {@link SequenceExample} parses. */
class RandomSequencesTest {

    @TempDir
    Path directory;

    @Test
    void vectorsHaveTheStepsOfTheFeatureLists() throws Exception {
        Rounds.run("vectorsHaveTheStepsOfTheFeatureLists", 200, (random, name) -> {
            List<SequenceExample> examples = new ArrayList<>();
            examples.add(SequenceExample.builder()
                    .context(Example.builder().put("id", 1L).build())
                    .put("tokens", Feature.of(1L))
                    .put("words", Feature.of("a"))
                    .put("frames", Feature.of(1f, 2f))
                    .build());
            for (int i = random.nextInt(40); i > 0; i--) {
                examples.add(example(random));
            }
            Bytes[] payloads = examples.stream().map(SequenceExample::toBytes).toArray(Bytes[]::new);
            Path file = ArrowFiles.tfRecord(directory.resolve(name.hashCode() + ".tfrecord"), payloads);

            Schema schema = RecordSchemas.infer(ArrowFiles.input(file), Long.MAX_VALUE);
            ArrowBatches batches = ArrowBatches.of(ArrowFiles.input(file), schema)
                    .batchSize(1 + random.nextInt(20))
                    .threads(1 + random.nextInt(2));

            assertThat(schema.getCustomMetadata()).containsExactly(Map.entry("riffle.message", "SequenceExample"));
            assertThat(ArrowValues.read(batches)).as(name).isEqualTo(rows(examples));
            assertThat(schema.getFields().stream().map(Field::getName)).containsExactlyElementsOf(names(examples));
        });
    }

    private static SequenceExample example(Random random) {
        ExampleBuilder context = Example.builder();
        if (random.nextInt(4) > 0) {
            context.put("id", random.nextLong());
        }
        if (random.nextInt(4) == 0) {
            context.put("tags", random.nextBoolean() ? Feature.of("x", "y") : Feature.empty(Kind.BYTES));
        }
        SequenceExampleBuilder example = SequenceExample.builder().context(context.build());
        put(example, random, "tokens", steps(random, () -> Feature.of(random.nextLong())));
        put(
                example,
                random,
                "words",
                steps(
                        random,
                        () -> random.nextInt(5) == 0 ? Feature.notSet() : Feature.of("ü" + random.nextInt(9), "")));
        put(example, random, "frames", steps(random, () -> Feature.of(new float[random.nextInt(3)])));
        put(example, random, "never", List.of(Feature.notSet()));
        return example.build();
    }

    private static List<Feature> steps(Random random, Supplier<Feature> step) {
        List<Feature> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            steps.add(step.get());
        }
        return steps;
    }

    private static void put(SequenceExampleBuilder example, Random random, String name, List<Feature> steps) {
        if (random.nextInt(6) > 0) {
            example.put(name, steps);
        }
    }

    private static List<String> names(List<SequenceExample> examples) {
        TreeSet<String> context = new TreeSet<>();
        examples.forEach(example -> context.addAll(example.context().names()));
        List<String> names = new ArrayList<>(context);
        names.addAll(List.of("frames", "tokens", "words"));
        return names;
    }

    private static List<Map<String, Object>> rows(List<SequenceExample> examples) {
        List<String> names = names(examples);
        boolean singleTags = examples.stream()
                .flatMap(example -> example.context().find("tags").stream())
                .allMatch(feature -> feature.size() == 1);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (SequenceExample example : examples) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (String name : names) {
                boolean isList = List.of("frames", "tokens", "words").contains(name);
                row.put(name, isList ? listValue(example, name) : contextValue(example, name, singleTags));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object contextValue(SequenceExample example, String name, boolean singleTags) {
        Feature feature = example.context().find(name).orElse(Feature.notSet());
        if (feature.kind() == Kind.NOT_SET) {
            return null;
        }
        List<Object> values = values(feature);
        return name.equals("id") || singleTags ? values.get(0) : values;
    }

    /** A list whose steps all lack a kind has steps without values. */
    private static Object listValue(SequenceExample example, String name) {
        FeatureList list = new TreeMap<>(example.featureLists()).get(name);
        return list == null
                ? null
                : list.stream().map(RandomSequencesTest::values).toList();
    }

    private static List<Object> values(Feature feature) {
        List<Object> values = new ArrayList<>();
        for (Object value : feature.values()) {
            values.add(value instanceof Bytes bytes ? bytes.utf8() : value);
        }
        return values;
    }
}

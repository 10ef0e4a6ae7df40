package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonLinesRoundTripTest {

    private static final List<String> NAMES = List.of("a", "features", "feature", "$int64", "", "\u2603", "x y\"");

    private static void checkRoundTrip(JsonLinesExport form, Dialect dialect, List<Example> examples)
            throws IOException {
        StringWriter text = new StringWriter();
        try (ExampleWriter writer = form.open(text)) {
            for (Example example : examples) {
                writer.write(example);
            }
            assertThat(writer.emptied()).isZero();
        }
        List<Example> back = TextSources.examples(
                JsonLinesImport.of(TextSources.of(text.toString())).dialect(dialect));
        assertThat(back).as(text.toString()).isEqualTo(examples);
    }

    @ParameterizedTest
    @EnumSource
    void readsEveryExampleBack(Dialect dialect) throws IOException {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Example> examples = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                examples.add(example(random, dialect));
            }
            try {
                checkRoundTrip(JsonLinesExport.plain(), dialect, examples);
                checkRoundTrip(JsonLinesExport.exact(dialect), dialect, examples);
            } catch (IOException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static Example example(Random random, Dialect dialect) {
        ExampleBuilder builder = Example.builder();
        builder.put("always", 1);
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                List<Kind> kinds = dialect.kinds();
                int choice = random.nextInt(kinds.size() + 1);
                builder.put(
                        name,
                        choice == kinds.size()
                                ? Feature.notSet()
                                : feature(random, kinds.get(choice), random.nextInt(4)));
            }
        }
        return builder.build();
    }

    private static Feature feature(Random random, Kind kind, int size) {
        return switch (kind) {
            case INT64 -> Feature.of(random.longs(size).toArray());
            case INT32 -> Feature.ofInt32s(random.ints(size).toArray());
            case DOUBLE ->
                Feature.ofDoubles(
                        random.longs(size).mapToDouble(Double::longBitsToDouble).toArray());
            case FLOAT -> floats(random, size);
            case BYTES -> bytes(random, size);
            case NOT_SET -> Feature.notSet();
        };
    }

    private static Feature floats(Random random, int size) {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            floats[i] = random.nextBoolean() ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(3) - 1f;
        }
        return Feature.of(floats);
    }

    private static Feature bytes(Random random, int size) {
        List<Bytes> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            byte[] value = new byte[random.nextInt(5)];
            random.nextBytes(value);
            values.add(random.nextBoolean() ? Bytes.ofOwned(value) : Bytes.ofUtf8("t\u00e9\ud83c\udf75\n\u0000" + i));
        }
        return Feature.ofBytes(values);
    }

    @Test
    void distinguishesNoFeaturesFromEmptyFeatures() throws IOException {
        checkRoundTrip(JsonLinesExport.plain(), Dialect.TENSORFLOW, List.of(Example.empty(), Example.of(Map.of())));
    }

    @Test
    void writesPlainValuesWithoutTags() throws IOException {
        StringWriter text = new StringWriter();
        try (ExampleWriter writer = JsonLinesExport.plain().open(text)) {
            writer.write(Example.builder()
                    .put("f", 1f)
                    .put("i", 1L, 2L)
                    .put("s", "tea")
                    .build());
            writer.write(
                    Example.builder().put("f", 1L).put("s", Bytes.ofHex("ff")).build());
        }
        assertThat(text)
                .hasToString(
                        "{\"f\":1.0,\"i\":[1,2],\"s\":\"tea\"}\n{\"f\":{\"$int64\":[1]},\"s\":{\"$bytes\":[\"/w==\"]}}\n");
    }
}

package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureException;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which records have a feature, and which payloads a batch keeps. */
class PresenceTest {

    private static final FeatureSpecs SPECS = FeatureSpecs.parse(
            "n:int64=7, f:ragged(float32), s:string*, p:sparse(int64[9], index=i, value=v), r:ragged(int64, value=w, splits=x),"
                    + " q:int64[?]");

    /** Returns the message with a second, empty field {@code features}, which only the slow path reads. */
    private static byte[] odd(byte[] message) {
        byte[] twice = Arrays.copyOf(message, message.length + 2);
        twice[message.length] = 0x0a;
        return twice;
    }

    private static void maybe(ExampleBuilder builder, String key, Feature some, Kind kind, int what) {
        switch (what) {
            case 0 -> builder.put(key, some);
            case 1 -> builder.put(key, Feature.empty(kind));
            case 2 -> builder.put(key, Feature.notSet());
            default -> {
                // The feature is missing.
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void emptyFeaturesArePresentAndUnsetOnesMissing(int threads) throws Exception {
        ExampleParser parser = ExampleParser.compile(SPECS).threads(threads);
        ParsedFeatures refilled = parser.newBatch();
        Rounds.run("presence " + threads, 30, (random, name) -> {
            List<boolean[]> expected = new ArrayList<>();
            PayloadBatch payloads = new PayloadBatch();
            int rows = random.nextInt(threads == 1 ? 60 : 4000);
            for (int i = 0; i < rows; i++) {
                int[] what = random.ints(6, 0, 4).toArray();
                what[0] = what[0] == 1 ? 0 : what[0];
                ExampleBuilder builder = Example.builder();
                maybe(builder, "n", Feature.of(1L), Kind.INT64, what[0]);
                maybe(builder, "f", Feature.of(1f, 2f), Kind.FLOAT, what[1]);
                maybe(builder, "s", Feature.of("a", "b"), Kind.BYTES, what[2]);
                maybe(builder, "v", Feature.empty(Kind.INT64), Kind.INT64, what[3]);
                maybe(builder, "w", Feature.empty(Kind.INT64), Kind.INT64, what[4]);
                builder.put("x", 0L);
                maybe(builder, "q", Feature.of(5L, 6L), Kind.INT64, what[5]);
                byte[] message = builder.build().toByteArray();
                payloads.add(random.nextInt(5) == 0 ? odd(message) : message);
                boolean[] has = new boolean[6];
                for (int k = 0; k < 6; k++) {
                    has[k] = what[k] < 2;
                }
                expected.add(has);
            }
            check(parser.parse(payloads), expected);
            check(parser.parse(payloads, refilled), expected);
        });
    }

    private static void check(ParsedFeatures parsed, List<boolean[]> expected) {
        List<String> keys = List.of("n", "f", "s", "p", "r", "q");
        assertThat(parsed.size()).isEqualTo(expected.size());
        for (int k = 0; k < keys.size(); k++) {
            int column = k;
            for (int row = 0; row < expected.size(); row++) {
                assertThat(parsed.has(keys.get(k), row))
                        .as(keys.get(k) + " " + row)
                        .isEqualTo(expected.get(row)[k]);
            }
            assertThat(parsed.countOf(keys.get(k))).isEqualTo((int)
                    expected.stream().filter(has -> has[column]).count());
            assertThat(parsed.missingRows(keys.get(k)))
                    .containsExactly(IntStream.range(0, expected.size())
                            .filter(row -> !expected.get(row)[column])
                            .toArray());
        }
    }

    @Test
    void skippedRecordsDoNotCountAsMissing() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:ragged(int64), b:ragged(int64)"))
                .skipping(rejected -> {});
        byte[] wrongKind = Example.builder().put("b", 1f).build().toByteArray();
        byte[] both = Example.builder().put("a", 1L).put("b", 2L).build().toByteArray();
        byte[] none = Example.builder().build().toByteArray();
        ParsedFeatures parsed = parser.parse(new PayloadBatch()
                .add(wrongKind)
                .add(both)
                .add(wrongKind)
                .add(none)
                .add(both));
        assertThat(parsed.size()).isEqualTo(3);
        assertThat(List.of(parsed.has("a", 0), parsed.has("a", 1), parsed.has("a", 2)))
                .containsExactly(true, false, true);
        assertThat(parsed.countOf("b")).isEqualTo(2);
    }

    @Test
    void reportsPresenceInSingleExamplesAndSequences() {
        ParsedFeatures single = ExampleParser.compile(SPECS)
                .parse(Example.builder()
                        .put("s", Feature.empty(Kind.BYTES))
                        .put("x", 0L)
                        .build()
                        .toByteArray());
        assertThat(single.has("s", 0)).isTrue();
        assertThat(single.has("f", 0)).isFalse();
        SequenceExampleParser parser = SequenceExampleParser.compile(new SequenceFeatureSpecs(
                FeatureSpecs.parse("c:ragged(int64), d:ragged(int64)"),
                FeatureSpecs.parse("k:ragged(int64), l:ragged(string), m:ragged(float32)")));
        SequenceExampleBuilder some = SequenceExample.builder()
                .context(Example.builder()
                        .put("c", Feature.empty(Kind.INT64))
                        .put("d", Feature.notSet())
                        .build())
                .put("k", Feature.of(1L, 2L), Feature.empty(Kind.INT64))
                .put("l", List.of());
        byte[] message = some.build().toByteArray();
        byte[] empty = SequenceExample.builder().build().toByteArray();
        ParsedSequenceFeatures parsed =
                parser.parse(new PayloadBatch().add(empty).add(message).add(empty));
        assertThat(IntStream.range(0, 3).filter(row -> parsed.context().has("c", row)))
                .containsExactly(1);
        assertThat(parsed.context().countOf("d")).isZero();
        for (String list : List.of("k", "l")) {
            assertThat(IntStream.range(0, 3).filter(row -> parsed.featureLists().has(list, row)))
                    .containsExactly(1);
        }
        assertThat(parsed.featureLists().countOf("m")).isZero();
    }

    @Test
    void rejectsUnknownFeaturesAndRows() {
        ParsedFeatures parsed =
                ExampleParser.compile(FeatureSpecs.parse("a:int64*")).parse(new PayloadBatch());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> parsed.countOf("b"))
                .withMessage("no spec for \"b\"; available: [a]");
        assertThatThrownBy(() -> parsed.has("a", 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void keepsSelectedPayloadsOfABatch() throws Exception {
        DType dtype = DType.INT64;
        ExampleParser parser = ExampleParser.compile(
                FeatureSpecs.builder().put("i", FeatureSpec.fixedLen(dtype)).build());
        PayloadBatch payloads = new PayloadBatch();
        Rounds.run("keep", 50, (random, name) -> {
            payloads.clear();
            int size = random.nextInt(100);
            long bytes = 0;
            List<Long> expected = new ArrayList<>();
            int[] kept = new int[size];
            int count = 0;
            for (int i = 0; i < size; i++) {
                byte[] message = Example.builder()
                        .put("i", (long) i)
                        .put("x", "x".repeat(random.nextInt(50)))
                        .build()
                        .toByteArray();
                if (random.nextBoolean()) {
                    payloads.add(message);
                } else {
                    payloads.add(ByteBuffer.wrap(message));
                }
                if (random.nextInt(3) == 0) {
                    kept[count++] = i;
                    bytes += message.length;
                    expected.add((long) i);
                }
            }
            payloads.keep(kept, count);
            assertThat(payloads.size()).isEqualTo(count);
            assertThat(payloads.byteSize()).isEqualTo(bytes);
            payloads.add(Example.builder().put("i", -1L).build().toByteArray());
            expected.add(-1L);
            assertThat(parser.parse(payloads).dense("i").values().toLongs())
                    .containsExactly(
                            expected.stream().mapToLong(Long::longValue).toArray());
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new PayloadBatch().add(new byte[0]).add(new byte[0]).keep(new int[] {1, 0}, 2))
                .withMessage("indexes must be ascending: 1, 0");
        assertThatThrownBy(() -> new PayloadBatch().add(new byte[0]).keep(new int[] {1}, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void namesASequenceExampleThatLacksAFeature() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("id:int64"));
        SequenceExample lists =
                SequenceExample.builder().put("words", Feature.of("a")).build();
        String message = "record 0 of the batch: feature \"id\": expected 1 value of int64, found no such feature, but"
                + " a SequenceExample; use SequenceExampleParser";
        for (Example context :
                List.of(Example.empty(), Example.builder().put("other", 1).build())) {
            Bytes payload = lists.toBuilder().context(context).build().toBytes();
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> parser.parse(List.of(payload)))
                    .withMessage(message);
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> parser.parse(payload))
                    .withMessage(message);
        }
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser.parse(Example.empty().toBytes()))
                .withMessageContaining("found no such feature; add a default");
    }

    @Test
    void asksForColumnsOfTheRightNameAndForm() {
        ParsedFeatures parsed =
                ExampleParser.compile(FeatureSpecs.parse("a:int64*, b:int64")).parse(new PayloadBatch());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> parsed.dense("a"))
                .withMessage("\"a\" is a SparseTensor, not a DenseTensor")
                .matches(e -> e.reason() == FeatureException.Reason.OTHER_KIND && "a".equals(e.name()));
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> parsed.get("c"))
                .matches(e -> e.reason() == FeatureException.Reason.MISSING && "c".equals(e.name()));
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> parsed.dense("b").values().toFloats())
                .withMessage("the elements are int64, not float32")
                .matches(e -> e.reason() == FeatureException.Reason.OTHER_KIND && e.name() == null);
    }
}

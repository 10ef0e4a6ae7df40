package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests parsers that ignore the case of names, with the usual encoding of messages and with an unusual one. */
class IgnoringCaseTest {

    private static final FeatureSpec VALUES = FeatureSpec.varLen(DType.INT64);

    private static final ExampleParser LEGS =
            ExampleParser.compile(FeatureSpecs.parse("legs:int64*")).ignoringCase();

    /** An empty field of features, which makes the encoding unusual. */
    private static final byte[] NO_FEATURES = {10, 0};

    private static byte[] encoded(Example example, boolean usual) {
        byte[] bytes = example.toByteArray();
        if (usual) {
            return bytes;
        }
        byte[] more = Arrays.copyOf(bytes, bytes.length + NO_FEATURES.length);
        System.arraycopy(NO_FEATURES, 0, more, bytes.length, NO_FEATURES.length);
        return more;
    }

    private static long[] legs(List<Bytes> payloads) {
        return LEGS.parse(payloads).sparse("legs").values().toLongs();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsAFeatureOfAnotherCase(boolean usual) {
        List<Bytes> payloads = new ArrayList<>();
        for (String name : List.of("LEGS", "legs", "Legs", "LEGS", "arms")) {
            payloads.add(Bytes.ofOwned(encoded(
                    Example.builder().put("x", 7).put(name, payloads.size()).build(), usual)));
        }

        assertThat(legs(payloads)).containsExactly(0, 1, 2, 3);
        assertThat(ExampleParser.compile(LEGS.specs())
                        .parse(payloads)
                        .sparse("legs")
                        .values()
                        .toLongs())
                .as("case matters by default")
                .containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rejectsARecordWithTwoSpellings(boolean usual) {
        Example both = Example.builder().put("LEGS", 1).put("legs", 2).build();

        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> LEGS.parse(encoded(both, usual)))
                .withMessageContaining(
                        "feature \"legs\": expected one spelling of the name, found \"LEGS\" and \"legs\"")
                .satisfies(e -> assertThat(e.remedy()).isEqualTo("use a parser that does not ignore case"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acceptsASecondSpellingWithoutAKind(boolean usual) {
        Example first =
                Example.builder().put("LEGS", Feature.notSet()).put("legs", 2).build();
        Example last =
                Example.builder().put("LEGS", 3).put("legs", Feature.notSet()).build();

        assertThat(legs(List.of(Bytes.ofOwned(encoded(first, usual)), Bytes.ofOwned(encoded(last, usual)))))
                .containsExactly(2, 3);
    }

    @Test
    void findsNamesOutsideOfAscii() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(Map.of("größe", VALUES, "k", VALUES)))
                .ignoringCase();

        ParsedFeatures parsed = parser.parse(
                Example.builder().put("GRÖßE", 1).put("\u212a", 2).build().toByteArray());

        assertThat(parsed.sparse("größe").values().longAt(0)).isEqualTo(1);
        assertThat(parsed.sparse("k").values().longAt(0)).as("the Kelvin sign").isEqualTo(2);
    }

    @Test
    void findsLongNamesAmongManyOthers() {
        String name = "n".repeat(100);
        ExampleParser parser =
                ExampleParser.compile(FeatureSpecs.of(Map.of(name, VALUES))).ignoringCase();
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            payloads.add(Example.builder()
                    .put("other" + i, 5)
                    .put("x".repeat(80), 5)
                    .put(i % 2 == 0 ? name.toUpperCase(Locale.ROOT) : name, i)
                    .build()
                    .toBytes());
        }

        assertThat(parser.parse(payloads).sparse(name).values().toLongs())
                .hasSize(3000)
                .startsWith(0, 1, 2)
                .endsWith(2999);
    }

    @Test
    void rejectsSpecsThatDifferOnlyInCase() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("legs:int64, Legs:int64"));

        assertThatIllegalArgumentException()
                .isThrownBy(parser::ignoringCase)
                .withMessage("features \"legs\" and \"Legs\" differ only in case; remove one of the specs, or do not"
                        + " ignore case");
    }

    @Test
    void findsContextsAndLists() {
        SequenceExampleParser parser = SequenceExampleParser.compile(
                        SequenceFeatureSpecs.parse("context(id:int64) lists(words:int64*)"))
                .ignoringCase();
        byte[] message = SequenceExample.builder()
                .context(Example.builder().put("ID", 4).build())
                .put("Words", Feature.of(1L, 2L), Feature.of(3L))
                .build()
                .toByteArray();
        byte[] both = SequenceExample.builder()
                .context(Example.builder().put("id", 4).build())
                .put("Words", Feature.of(1L))
                .put("words", Feature.of(2L))
                .build()
                .toByteArray();

        ParsedSequenceFeatures parsed = parser.parse(message);
        assertThat(parsed.context().dense("id").values().longAt(0)).isEqualTo(4);
        assertThat(parsed.featureLists().sparse("words").values().toLongs()).containsExactly(1, 2, 3);
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser.parse(both))
                .withMessageContaining("\"Words\" and \"words\"");
    }

    @Test
    void agreesWithAParserOfExactNames() throws Exception {
        List<String> names = List.of("a", "bb", "tag", "a_much_longer_name");
        FeatureSpecs specs = FeatureSpecs.parse("a:int64*, bb:int64*, a_much_longer_name:int64*");
        Rounds.run("IgnoringCaseTest", 200, (random, name) -> {
            List<Bytes> exact = new ArrayList<>();
            List<Bytes> other = new ArrayList<>();
            for (int i = random.nextInt(40); i >= 0; i--) {
                ExampleBuilder one = Example.builder();
                ExampleBuilder two = Example.builder();
                for (String feature : names) {
                    if (random.nextInt(4) > 0) {
                        long[] values = random.longs(random.nextInt(3)).toArray();
                        one.put(feature, values);
                        two.put(respelled(feature, random), values);
                    }
                }
                boolean usual = random.nextInt(5) > 0;
                exact.add(Bytes.ofOwned(encoded(one.build(), usual)));
                other.add(Bytes.ofOwned(encoded(two.build(), usual)));
            }

            assertThat(ExampleParser.compile(specs)
                            .ignoringCase()
                            .threads(1 + random.nextInt(2))
                            .parse(other)
                            .asMap())
                    .as(name)
                    .isEqualTo(ExampleParser.compile(specs).parse(exact).asMap());
        });
    }

    private static String respelled(String name, Random random) {
        StringBuilder other = new StringBuilder();
        for (char letter : name.toCharArray()) {
            other.append(random.nextInt(8) == 0 ? Character.toUpperCase(letter) : letter);
        }
        return other.toString();
    }
}

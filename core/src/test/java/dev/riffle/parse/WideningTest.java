package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests parsers whose specs of type float64 accept every kind of number. */
class WideningTest {

    private static final FeatureSpecs SPECS = FeatureSpecs.parse("x:float64*, n:int64*");

    private static final ExampleParser PARSER = ExampleParser.widening(SPECS, Dialect.TENSORFLOW);

    private static Bytes encoded(Feature feature, boolean usual) {
        byte[] bytes = Example.builder().put("x", feature).put("n", 1).build().toByteArray();
        if (usual) {
            return Bytes.ofOwned(bytes);
        }
        // An empty field of features, of tag 10 and length 0, makes the encoding unusual.
        byte[] more = Arrays.copyOf(bytes, bytes.length + 2);
        more[bytes.length] = 10;
        return Bytes.ofOwned(more);
    }

    private static double[] x(ExampleParser parser, Bytes... payloads) {
        return parser.parse(List.of(payloads)).sparse("x").values().toDoubles();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsFloatsAndIntegersAsDoubles(boolean usual) {
        assertThat(x(
                        PARSER,
                        encoded(Feature.of(0.1f, Float.NaN, -0f), usual),
                        encoded(Feature.of(1L << 53, -1, 0), usual),
                        encoded(Feature.of(1L << 60, Long.MIN_VALUE), usual),
                        encoded(Feature.of(new long[0]), usual),
                        encoded(Feature.of(2.5f), usual)))
                .containsExactly(
                        (double) 0.1f, Double.NaN, -0.0, 0x1p53, -1.0, 0.0, 0x1p60, (double) Long.MIN_VALUE, 2.5);
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE + 1, -(1L << 53) - 1})
    void rejectsIntegersThatNoDoubleRepresents(long number) {
        for (boolean usual : new boolean[] {true, false}) {
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> x(PARSER, encoded(Feature.of(1, number), usual)))
                    .withMessageContaining(
                            "feature \"x\": expected a number that a float64 represents exactly, found the" + " int64 "
                                    + number);
        }
    }

    @Test
    void rejectsOtherKinds() {
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> x(PARSER, encoded(Feature.of("text"), true)))
                .withMessageContaining("expected numbers, found bytes_list of 1 value");
        assertThatExceptionOfType(ExampleParseException.class)
                .as("other types keep their kind")
                .isThrownBy(() ->
                        PARSER.parse(Example.builder().put("n", 1.5f).build().toByteArray()))
                .withMessageContaining("expected int64 (int64_list), found float_list");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExampleParser.compile(SPECS))
                .withMessageContaining("has no float64");
    }

    @Test
    void readsAllKindsOfAnOfRecord() {
        ExampleParser parser = ExampleParser.widening(SPECS, Dialect.ONEFLOW);
        Bytes[] payloads = {
            ofRecord(Feature.ofDoubles(0.1)),
            ofRecord(Feature.of(0.5f)),
            ofRecord(Feature.ofInt32s(-7)),
            ofRecord(Feature.of(-8L)),
            ofRecord(Feature.ofDoubles(0.2))
        };

        assertThat(x(parser, payloads)).containsExactly(0.1, 0.5, -7.0, -8.0, 0.2);
    }

    private static Bytes ofRecord(Feature feature) {
        return Example.builder().put("x", feature).build().toBytes(Dialect.ONEFLOW);
    }

    @Test
    void readsFixedShapes() {
        ExampleParser parser = ExampleParser.widening(FeatureSpecs.parse("x:float64[2]=[0,0]"), Dialect.TENSORFLOW);

        List<Bytes> payloads = List.of(
                encoded(Feature.of(1, 2), true),
                encoded(Feature.of(0.5f, 0.25f), true),
                Example.builder().put("n", 1).build().toBytes());

        assertThat(parser.parse(payloads).dense("x").values().toDoubles())
                .containsExactly(1.0, 2.0, 0.5, 0.25, 0.0, 0.0);
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser.parse(List.of(encoded(Feature.of(1), true))))
                .withMessageContaining("expected 2 values, found 1 value");
    }

    @Test
    void readsContextsAndLists() {
        SequenceExampleParser parser =
                SequenceExampleParser.widening(SequenceFeatureSpecs.parse("context(c:float64) lists(l:float64*)"));
        byte[] message = SequenceExample.builder()
                .context(Example.builder().put("c", 3).build())
                .put("l", Feature.of(1), Feature.of(0.5f, 1.5f), Feature.of(2, 3, 4), Feature.notSet())
                .build()
                .toByteArray();

        ParsedSequenceFeatures parsed = parser.parse(message);

        assertThat(parsed.context().dense("c").values().doubleAt(0)).isEqualTo(3);
        assertThat(parsed.featureLists().sparse("l").values().toDoubles())
                .containsExactly(1.0, 0.5, 1.5, 2.0, 3.0, 4.0);
    }
}

package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.ConversionException.Reason;
import dev.riffle.io.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class ExampleConversionTest {

    private static final ExampleConversion TO_OFRECORD = ExampleConversion.toOfRecord();
    private static final ExampleConversion TO_EXAMPLE = ExampleConversion.toExample();

    private static Example of(String name, Feature feature) {
        return Example.builder().put(name, feature).build();
    }

    private static AbstractThrowableAssert<?, ?> rejected(
            ExampleConversion conversion, Example message, Reason reason) {
        return assertThatThrownBy(() -> conversion.convert(message))
                .isInstanceOfSatisfying(
                        ConversionException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static AbstractThrowableAssert<?, ?> rejected(ExampleConversion conversion, byte[] payload, Reason reason) {
        return assertThatThrownBy(() -> conversion.convert(payload))
                .isInstanceOfSatisfying(
                        ConversionException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void writesTheFieldNumbersOfTheTarget() {
        byte[] example = of("a", Feature.of(1L, -2L)).toByteArray();
        byte[] record = TO_OFRECORD.convert(example);

        assertThat(Bytes.copyOf(record)).isEqualTo(Bytes.ofHex("0a140a0161120f2a0d0a0b01feffffffffffffffff01"));
        assertThat(TO_EXAMPLE.convert(record)).isEqualTo(example);
        assertThat(TO_OFRECORD.from()).isEqualTo(Dialect.TENSORFLOW);
        assertThat(TO_OFRECORD.to()).isEqualTo(Dialect.ONEFLOW);
    }

    @Test
    void keepsFeaturesThatBothDialectsSupport() {
        Example message = Example.builder()
                .put("bytes", Feature.of(new byte[] {-1, 0}, new byte[0]))
                .put("floats", Feature.of(Float.NaN, -0f, Float.MAX_VALUE))
                .put("ints", Feature.of(Long.MIN_VALUE, Long.MAX_VALUE))
                .put("none", Feature.empty(Kind.FLOAT))
                .put("", Feature.of("empty name"))
                .build();

        assertThat(TO_OFRECORD.convert(message)).isEqualTo(message);
        assertThat(TO_EXAMPLE.convert(message)).isEqualTo(message);
    }

    @Test
    void convertsRequestedIntegersToInt32() {
        Example message = Example.builder()
                .put("a", Feature.of(Integer.MAX_VALUE, Integer.MIN_VALUE))
                .put("b", Feature.of(3L))
                .put("c", "text")
                .build();

        Example all = TO_OFRECORD.int32().convert(message);
        assertThat(all.feature("a")).isEqualTo(Feature.ofInt32s(Integer.MAX_VALUE, Integer.MIN_VALUE));
        assertThat(all.feature("b").kind()).isEqualTo(Kind.INT32);
        assertThat(all.feature("c").kind()).isEqualTo(Kind.BYTES);
        Example one = TO_OFRECORD.int32(Set.of("b", "not there")).convert(message);
        assertThat(one.feature("a").kind()).isEqualTo(Kind.INT64);
        assertThat(one.feature("b")).isEqualTo(Feature.ofInt32s(3));
        assertThat(TO_EXAMPLE.convert(all)).isEqualTo(message);
    }

    @Test
    void rejectsIntegersThatDoNotFitInt32() {
        for (long value : new long[] {1L << 31, -(1L << 31) - 1, Long.MAX_VALUE}) {
            rejected(TO_OFRECORD.int32(), of("a", Feature.of(1L, value)), Reason.OTHER_VALUE)
                    .hasMessage("feature \"a\": value 1 is " + value
                            + ", which does not fit int32; keep the feature an int64_list");
        }
    }

    @Test
    void rejectsNamedFeaturesOfAnotherKind() {
        rejected(TO_OFRECORD.int32(Set.of("a")), of("a", Feature.of(1f)), Reason.OTHER_KIND)
                .hasMessage("feature \"a\": expected an int64_list to convert to int32_list, found a float_list");
        rejected(TO_OFRECORD.int32(Set.of("a")), of("a", Feature.of("1")), Reason.OTHER_KIND);
    }

    @Test
    void rejectsOrOmitsFeaturesWithoutAKind() {
        Example message =
                Example.builder().put("a", 1).put("unset", Feature.notSet()).build();

        rejected(TO_OFRECORD, message, Reason.KIND_NOT_SET)
                .hasMessage("feature \"unset\": its kind is not set, and OneFlow cannot read such a feature");
        assertThat(TO_OFRECORD.dropUnset().convert(message))
                .isEqualTo(Example.builder().put("a", 1).build());
        assertThat(TO_EXAMPLE.convert(message)).isEqualTo(message);
        assertThat(TO_EXAMPLE.dropUnset().convert(message).names()).containsExactly("a");
    }

    @Test
    void rejectsRecordsWithoutFeatures() {
        rejected(TO_OFRECORD, Example.empty(), Reason.NO_FEATURE)
                .hasMessage("no features; an OFRecord needs at least one");
        rejected(TO_OFRECORD, new byte[0], Reason.NO_FEATURE);
        rejected(TO_OFRECORD, new byte[] {10, 0}, Reason.NO_FEATURE);
        rejected(TO_OFRECORD.dropUnset(), of("a", Feature.notSet()), Reason.NO_FEATURE);
    }

    @Test
    void rejectsSequenceExamples() {
        byte[] sequence = SequenceExample.builder()
                .context(of("a", Feature.of(1L)))
                .put("b", Feature.of(1L))
                .build()
                .toByteArray();

        rejected(TO_OFRECORD, sequence, Reason.FEATURE_LISTS)
                .hasMessage(
                        "expected an Example, found feature lists as in a SequenceExample, for which OFRecord has no"
                                + " counterpart");
    }

    @Test
    void convertsDoublesOnlyIfRequested() {
        Example exact = of("a", Feature.ofDoubles(0.5, -0.0, Double.NaN, Double.POSITIVE_INFINITY));
        Example tenth = of("a", Feature.ofDoubles(0.5, 0.1));
        Example large = of("a", Feature.ofDoubles(1e300));

        rejected(TO_EXAMPLE, exact, Reason.DOUBLES)
                .hasMessage("feature \"a\": expected a kind that Examples support, found a double_list");
        assertThat(TO_EXAMPLE.exactFloats().convert(exact))
                .isEqualTo(of("a", Feature.of(0.5f, -0f, Float.NaN, Float.POSITIVE_INFINITY)));
        rejected(TO_EXAMPLE.exactFloats(), tenth, Reason.OTHER_VALUE)
                .hasMessage("feature \"a\": value 1 is 0.1, which is not exactly a float32; the nearest is 0.1");
        assertThat(TO_EXAMPLE.roundedFloats().convert(tenth)).isEqualTo(of("a", Feature.of(0.5f, 0.1f)));
        for (ExampleConversion floats :
                new ExampleConversion[] {TO_EXAMPLE.exactFloats(), TO_EXAMPLE.roundedFloats()}) {
            rejected(floats, large, Reason.OTHER_VALUE)
                    .hasMessage("feature \"a\": value 0 is 1.0E300, which is beyond the range of float32");
        }
    }

    @Test
    void rejectsOptionsOfTheOtherDirection() {
        assertThatThrownBy(TO_EXAMPLE::int32).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> TO_EXAMPLE.int32(Set.of())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(TO_OFRECORD::exactFloats).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(TO_OFRECORD::roundedFloats).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rejectsPayloadsThatAreNotMessages() {
        rejected(TO_OFRECORD, "hello".getBytes(java.nio.charset.StandardCharsets.UTF_8), Reason.NOT_A_MESSAGE)
                .hasMessage("not a valid Example: field 13 is unknown");
        rejected(TO_OFRECORD, new byte[] {10, 5, 1}, Reason.NOT_A_MESSAGE)
                .hasMessageContaining("not a valid Example: at byte");
        rejected(TO_EXAMPLE, new byte[] {18, 0}, Reason.NOT_A_MESSAGE)
                .hasMessage("not a valid OFRecord: field 2 is unknown");
        // The key is not UTF-8. proto2 accepts such a key, and proto3 rejects it.
        byte[] record = Bytes.ofHex("0a0a0a01ff12052a030a0107").toByteArray();
        rejected(TO_EXAMPLE, record, Reason.NOT_A_MESSAGE).hasMessageContaining("a key that is not UTF-8");
    }

    @Test
    void rejectsUnknownFieldsOfFeatures() {
        // Feature "a" has a list in field 6, which no dialect defines.
        byte[] otherKind = Bytes.ofHex("0a0b0a0161120632040a027a7a").toByteArray();
        for (ExampleConversion conversion : List.of(TO_EXAMPLE, TO_EXAMPLE.dropUnset())) {
            rejected(conversion, otherKind, Reason.UNKNOWN_FIELD)
                    .hasMessage("feature \"a\": field 6 of the feature is unknown and would be lost");
        }
        byte[] wrapped = Bytes.ofHex("0a0d0a0b0a0161120632040a027a7a").toByteArray();
        rejected(TO_OFRECORD.dropUnset(), wrapped, Reason.UNKNOWN_FIELD)
                .hasMessageStartingWith("feature \"a\": field 6 of the feature");
        rejected(TO_EXAMPLE, Bytes.ofHex("0a0718010a01621200").toByteArray(), Reason.UNKNOWN_FIELD)
                .hasMessage("feature \"b\": field 3 of its map entry is unknown and would be lost");
        rejected(TO_EXAMPLE, Bytes.ofHex("0a090a0163120422021001").toByteArray(), Reason.UNKNOWN_FIELD)
                .hasMessage("feature \"c\": field 2 of the list is unknown and would be lost");
    }

    @Test
    void convertsOrRejectsDamagedPayloads() throws Exception {
        byte[] payload = Example.builder()
                .put("a", Feature.of(1L, 300L))
                .put("b", Feature.of("text", "more"))
                .put("c", Feature.of(1f, 2f))
                .build()
                .toByteArray();
        Rounds.run("damaged payloads", 50_000, (random, name) -> {
            byte[] damaged =
                    Arrays.copyOf(payload, random.nextInt(10) == 0 ? random.nextInt(payload.length) : payload.length);
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                byte[] record = TO_OFRECORD.convert(damaged);
                assertThat(Example.parse(record, Dialect.ONEFLOW)).isEqualTo(Example.parse(damaged));
            } catch (ConversionException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        });
    }
}

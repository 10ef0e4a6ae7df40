package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureTest {

    private enum Animal {
        CAT,
        DOG,
        FISH
    }

    @Test
    void convertsEveryIntegralTypeToIntegers() {
        assertThat(Feature.of(true).longValue()).isEqualTo(1);
        assertThat(Feature.of(false).booleanValue()).isFalse();
        assertThat(Feature.of((byte) -3).longValue()).isEqualTo(-3);
        assertThat(Feature.of((short) 300).longValue()).isEqualTo(300);
        assertThat(Feature.of(70_000).longValue()).isEqualTo(70_000);
        assertThat(Feature.of(Long.MIN_VALUE).longValue()).isEqualTo(Long.MIN_VALUE);
        assertThat(Feature.of(Animal.FISH).longValue()).isEqualTo(2);
        assertThat(Feature.of(true, false).longs()).containsExactly(1, 0);
        assertThat(Feature.of((short) 1, (short) -2).longs()).containsExactly(1, -2);
        assertThat(Feature.of(1, 2, 3).longs()).containsExactly(1, 2, 3);
        assertThat(Feature.of(1L, 2L).longs()).containsExactly(1, 2);
        assertThat(Feature.of(Animal.DOG, Animal.CAT).longs()).containsExactly(1, 0);
    }

    @Test
    void keepsTheBitsOfUnsignedNumbers() {
        assertThat(Feature.ofUnsigned(-1).longValue()).isEqualTo(4_294_967_295L);
        assertThat(Long.toUnsignedString(Feature.ofUnsigned(-1L).longValue())).isEqualTo("18446744073709551615");
    }

    @Test
    void roundsToTheNearestFloat() {
        assertThat(Feature.of(0.1f).floatValue()).isEqualTo(0.1f);
        assertThat(Feature.of(0.1).floatValue()).isEqualTo(0.1f);
        assertThat(Feature.of(1.5, 2.5).floats()).containsExactly(1.5f, 2.5f);
        assertThat(Feature.of(Float.NaN)).isEqualTo(Feature.of(Double.NaN));
        assertThat(Feature.of(0f)).isNotEqualTo(Feature.of(-0f));
    }

    @Test
    void convertsTextAndBytesToByteStrings() {
        assertThat(Feature.of("é").bytesValue()).isEqualTo(Bytes.ofHex("c3a9"));
        assertThat(Feature.of("é").utf8Value()).isEqualTo("é");
        assertThat(Feature.of(new byte[] {1, 2}).bytesValue()).isEqualTo(Bytes.ofHex("0102"));
        assertThat(Feature.of("a", "b").strings()).containsExactly("a", "b");
        assertThat(Feature.of(new byte[] {1}, new byte[0]).bytes()).containsExactly(Bytes.ofHex("01"), Bytes.empty());
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 8, 7}).position(1);
        assertThat(Feature.of(buffer).bytesValue()).isEqualTo(Bytes.ofHex("0807"));
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void copiesItsArguments() {
        long[] longs = {1, 2};
        byte[] bytes = {1};
        Bytes[] several = {Bytes.ofUtf8("a"), Bytes.ofUtf8("b")};
        Feature ofLongs = Feature.of(longs);
        Feature ofBytes = Feature.of(bytes);
        Feature ofSeveral = Feature.of(several);
        longs[0] = 9;
        bytes[0] = 9;
        several[0] = Bytes.empty();
        assertThat(ofLongs.longs()).containsExactly(1, 2);
        assertThat(ofBytes.bytesValue()).isEqualTo(Bytes.ofHex("01"));
        assertThat(ofSeveral.strings()).containsExactly("a", "b");
        ofLongs.longs()[0] = 9;
        assertThat(ofLongs.longAt(0)).isEqualTo(1);
    }

    @Test
    void infersTheKindOfLists() {
        assertThat(Feature.of(List.of(1, 2L, (short) 3, true, Animal.DOG, BigInteger.TEN))
                        .longs())
                .containsExactly(1, 2, 3, 1, 1, 10);
        assertThat(Feature.of(List.of(1.5, 2f)).floats()).containsExactly(1.5f, 2f);
        assertThat(Feature.of(List.of("a", new byte[] {98}, ByteBuffer.wrap(new byte[] {99}), Bytes.ofUtf8("d")))
                        .strings())
                .containsExactly("a", "b", "c", "d");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.of(List.of()))
                .withMessage(
                        "an empty list has no kind; use Feature.ofInt64s, ofFloats or ofBytes for lists that may be"
                                + " empty, or Feature.empty(kind)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.of(List.of(1, 1.5)))
                .withMessage(
                        "values have different kinds: int64_list for value 0 (Integer), float_list for value 1 (Double)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.of(Arrays.asList("a", null)))
                .withMessage(
                        "values[1] must not be null; a list cannot hold null, so leave the value out or replace it");
    }

    @Test
    void rejectsNumbersThatAreNotIntegers() {
        assertThat(Feature.ofInt64s(List.of(2.0, new BigDecimal("1e3"), -0.0)).longs())
                .containsExactly(2, 1000, 0);
        assertThat(Feature.ofInt64s(List.of(new BigInteger("-9223372036854775808")))
                        .longValue())
                .isEqualTo(Long.MIN_VALUE);
        assertThat(Feature.ofInt64s(List.of())).isEqualTo(Feature.empty(Kind.INT64));
        for (Number none : List.of(1.5, 0.1f, Double.NaN, Double.POSITIVE_INFINITY, new BigDecimal("1e-400"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Feature.ofInt64s(List.of(1, none)))
                    .withMessageStartingWith("value 1 is not an integer: " + none);
        }
        for (Number large : List.of(9.3e18, BigInteger.ONE.shiftLeft(63), new BigDecimal("1e999999999"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Feature.ofInt64s(List.of(large)))
                    .withMessage("value 0 does not fit 64 bits: " + large);
        }
    }

    @Test
    void rejectsUnpairedSurrogates() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.of("a\ud800b"))
                .withMessage("text has no UTF-8 form: unpaired surrogate U+D800 at index 1");
        assertThat(Feature.of("why?").utf8Value()).isEqualTo("why?");
    }

    @Test
    void distinguishesNotSetFromEmpty() {
        assertThat(Feature.notSet().kind()).isEqualTo(Kind.NOT_SET);
        assertThat(Feature.notSet().size()).isZero();
        assertThat(Feature.of()).isSameAs(Feature.notSet());
        for (Kind kind : Kind.values()) {
            Feature empty = Feature.empty(kind);
            assertThat(empty.kind()).isEqualTo(kind);
            assertThat(empty.size()).isZero();
            assertThat(empty.values()).isEmpty();
            assertThat(empty.equals(Feature.notSet())).isEqualTo(kind == Kind.NOT_SET);
        }
    }

    @Test
    void gettersReportTheReason() {
        Example example = Example.builder()
                .put("label", 1)
                .put("pixels", 1f, 2f)
                .put("raw", new byte[] {(byte) 0xff})
                .put("none", Feature.notSet())
                .build();
        assertFailure(
                () -> example.feature("Label"),
                FeatureException.Reason.MISSING,
                "Label",
                "feature \"Label\": not found; available: \"label\", \"none\", \"pixels\", \"raw\"");
        assertFailure(
                () -> example.feature("label").floatValue(),
                FeatureException.Reason.OTHER_KIND,
                "label",
                "feature \"label\": expected a float_list or a double_list, found an int64_list of size 1");
        assertFailure(
                () -> example.feature("pixels").floatValue(),
                FeatureException.Reason.OTHER_COUNT,
                "pixels",
                "feature \"pixels\": expected exactly 1 value, found 2");
        assertFailure(
                () -> example.feature("none").longs(),
                FeatureException.Reason.KIND_NOT_SET,
                "none",
                "feature \"none\": expected an int64_list or an int32_list, but its kind is not set");
        assertFailure(
                () -> example.feature("raw").utf8Value(),
                FeatureException.Reason.OTHER_VALUE,
                "raw",
                "feature \"raw\": value 0 is not UTF-8 text: 1 bytes [ff]; read it as bytes");
        assertFailure(
                () -> example.features().get("label").bytes(),
                FeatureException.Reason.OTHER_KIND,
                "label",
                "feature \"label\": expected a bytes_list, found an int64_list of size 1");
        assertFailure(
                () -> Feature.of(7).booleanValue(),
                FeatureException.Reason.OTHER_VALUE,
                null,
                "feature: expected 0 or 1, found 7");
    }

    private static void assertFailure(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call,
            FeatureException.Reason reason,
            @org.jspecify.annotations.Nullable String name,
            String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FeatureException.class, e -> {
            assertThat(e.reason()).isEqualTo(reason);
            assertThat(e.name()).isEqualTo(name);
            assertThat(e).hasMessage(message);
        });
    }

    @Test
    void singleValuesEqualListsOfOneValue() {
        assertThat(Feature.of(5L)).isEqualTo(Feature.of(new long[] {5})).hasSameHashCodeAs(Feature.of(new long[] {5}));
        assertThat(Feature.of(5f)).isEqualTo(Feature.of(new float[] {5})).hasSameHashCodeAs(Feature.of(new float[] {5
        }));
        assertThat(Feature.of(0L)).isNotEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.of(0f)).isNotEqualTo(Feature.empty(Kind.FLOAT));
        assertThatThrownBy(() -> Feature.of(5L).longAt(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Feature.of(5f).floatAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void supportsTheKindsOfOneFlow() {
        assertThat(Feature.ofDoubles(0.1).doubleValue()).isEqualTo(0.1);
        assertThat(Feature.ofInt32s(-7).intValue()).isEqualTo(-7);
        assertThat(Feature.ofDoubles(1, 2).values()).containsExactly(1.0, 2.0);
        assertThat(Feature.ofInt32s(1, 2).ints()).containsExactly(1, 2);
        assertThat(Feature.ofInt32s(1)).isNotEqualTo(Feature.of(1));
    }

    @Test
    void widensEveryInteger() {
        Feature narrow = Feature.ofInt32s(Integer.MIN_VALUE, 7);
        assertThat(narrow.longs()).containsExactly(Integer.MIN_VALUE, 7);
        assertThat(narrow.longAt(1)).isEqualTo(7);
        assertThat(Feature.ofInt32s(-7).longValue()).isEqualTo(-7);
        assertThat(Feature.ofInt32s(1).booleanValue()).isTrue();
        assertThatThrownBy(() -> narrow.longAt(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void narrowsIntegersThatFit() {
        Feature wide = Feature.of(Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertThat(wide.ints()).containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertThat(wide.intAt(1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(Feature.of(7).intValue()).isEqualTo(7);
        assertThat(Feature.of(7).ints()).containsExactly(7);
        assertThat(Feature.empty(Kind.INT64).ints()).isEmpty();
        assertThatThrownBy(() -> wide.intAt(2)).isInstanceOf(IndexOutOfBoundsException.class);
        Example example = Example.builder()
                .put("id", 1L << 31)
                .put("ids", 1, Integer.MIN_VALUE - 1L)
                .build();
        assertFailure(
                () -> example.feature("id").intValue(),
                FeatureException.Reason.OTHER_VALUE,
                "id",
                "feature \"id\": value 0 does not fit an int: 2147483648; read it as a long");
        assertFailure(
                () -> example.feature("ids").ints(),
                FeatureException.Reason.OTHER_VALUE,
                "ids",
                "feature \"ids\": value 1 does not fit an int: -2147483649; read it as a long");
        assertThat(example.feature("ids").intAt(0)).isEqualTo(1);
    }

    @Test
    void widensEveryFloat() {
        assertThat(Feature.of(0.1f).doubleValue()).isEqualTo((double) 0.1f);
        assertThat(Feature.of(0.1f, -0f, Float.NaN, Float.NEGATIVE_INFINITY).doubles())
                .containsExactly(0.1f, -0.0, Double.NaN, Double.NEGATIVE_INFINITY);
        assertThat(Feature.of(1f, 2f).doubleAt(1)).isEqualTo(2);
        assertThat(Feature.of(1f).doubles()).containsExactly(1);
    }

    @Test
    void narrowsDoublesThatAreExactlyFloats() {
        double[] exact = {0.5, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE};
        assertThat(Feature.ofDoubles(exact).floats())
                .containsExactly(0.5f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE);
        assertThat(Feature.ofDoubles(Double.longBitsToDouble(0x7ff8000000000001L))
                        .floatValue())
                .isNaN();
        for (double inexact : new double[] {0.1, 1e300, Double.MIN_VALUE, 1 + Math.ulp(1.0)}) {
            Example example = Example.of(Map.of("x", Feature.ofDoubles(0, inexact)));
            assertFailure(
                    () -> example.feature("x").floats(),
                    FeatureException.Reason.OTHER_VALUE,
                    "x",
                    "feature \"x\": value 1 is not exactly a float: " + inexact + "; read it as a double");
            assertThatThrownBy(() -> example.feature("x").floatAt(1)).isInstanceOf(FeatureException.class);
            assertThat(example.feature("x").floatAt(0)).isZero();
        }
    }

    @Test
    void rejectsListsOfOtherKinds() {
        for (Feature other : List.of(Feature.of(1.5), Feature.ofDoubles(1), Feature.of("1"), Feature.notSet())) {
            assertThatThrownBy(other::intValue).isInstanceOf(FeatureException.class);
            assertThatThrownBy(other::longs).isInstanceOf(FeatureException.class);
        }
        for (Feature other : List.of(Feature.of(1), Feature.ofInt32s(1), Feature.of("1"), Feature.notSet())) {
            assertThatThrownBy(other::floats).isInstanceOf(FeatureException.class);
            assertThatThrownBy(other::doubleValue).isInstanceOf(FeatureException.class);
        }
    }

    @Test
    void readsItsSerializedForm() {
        Feature feature = Feature.of(List.of("one", "two"));
        Bytes bytes = feature.toBytes();
        ByteBuffer padded = ByteBuffer.allocateDirect(bytes.size() + 2).position(1);
        padded.put(bytes.asByteBuffer()).flip().position(1);

        assertThat(bytes).isEqualTo(Bytes.ofHex("0a0a0a036f6e650a0374776f"));
        assertThat(feature.toByteArray()).isEqualTo(bytes.toByteArray());
        assertThat(Feature.parse(bytes)).isEqualTo(feature);
        assertThat(Feature.parse(bytes.toByteArray())).isEqualTo(feature);
        assertThat(Feature.parse(padded)).isEqualTo(feature);
        assertThat(padded.position()).isEqualTo(1);
        assertThat(Example.of(Map.of("a", feature)).feature("a").toBytes()).isEqualTo(bytes);
    }

    @Test
    void writesNoBytesWithoutAList() {
        assertThat(Feature.notSet().toBytes()).isEqualTo(Bytes.empty());
        assertThat(Feature.parse(Bytes.empty())).isEqualTo(Feature.notSet());
        assertThat(Feature.empty(Kind.INT64).toBytes()).isEqualTo(Bytes.ofHex("1a00"));
        assertThat(Feature.parse(Bytes.ofHex("1a00"))).isEqualTo(Feature.empty(Kind.INT64));
    }

    @Test
    void usesTheFieldNumbersOfTheDialect() {
        assertThat(Feature.of(7).toBytes()).isEqualTo(Bytes.ofHex("1a030a0107"));
        assertThat(Feature.of(7).toBytes(Dialect.ONEFLOW)).isEqualTo(Bytes.ofHex("2a030a0107"));
        assertThat(Feature.parse(ByteBuffer.wrap(new byte[] {0x22, 3, 10, 1, 7}), Dialect.ONEFLOW))
                .isEqualTo(Feature.ofInt32s(7));
        assertThat(Feature.parse(Bytes.ofHex("22030a0107"))).isEqualTo(Feature.notSet());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.ofDoubles(1).toBytes())
                .withMessage("feature is a double_list, which Example does not have;"
                        + " use Feature.of(double...), a float_list, or write it in the dialect ONEFLOW");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Example.builder()
                        .put("a", Feature.ofInt32s(1))
                        .build()
                        .feature("a")
                        .toByteArray())
                .withMessageStartingWith("feature \"a\" is an int32_list, which Example does not have");
    }

    @Test
    void reportsTheOffsetOfDamage() {
        assertThatThrownBy(() -> Feature.parse(Bytes.ofHex("0a050a036f6e")))
                .isInstanceOfSatisfying(MalformedMessageException.class, e -> {
                    assertThat(e.messageName()).isEqualTo("Feature");
                    assertThat(e.offset()).isEqualTo(1);
                })
                .hasMessage("not a valid Feature: at byte 1: length 5, but only 4 bytes are left");
        ByteBuffer middle =
                ByteBuffer.wrap(new byte[] {9, 9, 0x12, 3, 10, 1, 0}).position(2);
        assertThatThrownBy(() -> Feature.parse(middle))
                .hasMessage("not a valid Feature: at byte 4: packed floats need a multiple of 4 bytes, found 1");
        assertThatThrownBy(() -> Feature.parse(Feature.of("a").toBytes()).longValue())
                .hasMessage("feature: expected an int64_list or an int32_list, found a bytes_list of size 1");
    }
}

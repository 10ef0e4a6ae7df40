package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No door from doubles to a float_list stores infinity for a finite number. */
class DoubleRangeTest {

    /** The smallest double that rounds to infinity: halfway between the largest float and the next power of two. */
    private static final double FIRST_BEYOND = 0x1.ffffffp127;

    private static final double LAST_WITHIN = Math.nextDown(FIRST_BEYOND);

    record One(double e) {}

    record Many(double[] e) {}

    record Boxed(List<Double> e) {}

    record Maybe(OptionalDouble e) {}

    /** Ways to make an Example with the feature "e". */
    private record Door(String name, Function<Double, Example> open) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Example with(Feature feature) {
        return Example.builder().put("e", feature).build();
    }

    private static <T extends Record> Example encoded(RecordCodec.Builder<T> codec, T value) {
        return Example.parse(codec.doubleAsFloat("e").build().encode(value));
    }

    static Stream<Door> doors() {
        return Stream.of(
                new Door("put", d -> Example.builder().put("e", (double) d).build()),
                new Door(
                        "put a Number",
                        d -> Example.builder().put("e", (Number) d).build()),
                new Door(
                        "put an array",
                        d -> Example.builder().put("e", new double[] {d}).build()),
                new Door(
                        "put a boxed array",
                        d -> Example.builder().put("e", new Double[] {d}).build()),
                new Door(
                        "put a list",
                        d -> Example.builder().put("e", List.of(d)).build()),
                new Door(
                        "putIfPresent",
                        d -> Example.builder().putIfPresent("e", Optional.of(d)).build()),
                new Door("Feature.of", d -> with(Feature.of((double) d))),
                new Door("Feature.of a Number", d -> with(Feature.of((Number) d))),
                new Door("Feature.of an array", d -> with(Feature.of(new double[] {d}))),
                new Door("Feature.ofFloats", d -> with(Feature.ofFloats(List.of(d)))),
                new Door(
                        "codec of a double",
                        d -> encoded(RecordCodec.builder(MethodHandles.lookup(), One.class), new One(d))),
                new Door(
                        "codec of an array",
                        d -> encoded(
                                RecordCodec.builder(MethodHandles.lookup(), Many.class), new Many(new double[] {d}))),
                new Door(
                        "codec of a list",
                        d -> encoded(RecordCodec.builder(MethodHandles.lookup(), Boxed.class), new Boxed(List.of(d)))),
                new Door(
                        "codec of an optional",
                        d -> encoded(
                                RecordCodec.builder(MethodHandles.lookup(), Maybe.class),
                                new Maybe(OptionalDouble.of(d)))));
    }

    @ParameterizedTest
    @MethodSource("doors")
    void rejectsFiniteDoublesBeyondTheRangeOfFloats(Door door) {
        for (double beyond : new double[] {1e300, -1e300, FIRST_BEYOND, -FIRST_BEYOND, Double.MAX_VALUE}) {
            assertThatThrownBy(() -> door.open().apply(beyond))
                    .isInstanceOfAny(IllegalArgumentException.class, TypedRecordException.class)
                    .hasMessageContaining("range of 32-bit floats")
                    .hasMessageContaining(String.valueOf(beyond));
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void roundsAllOtherDoublesToTheNearestFloat(Door door) {
        double[] doubles = {
            LAST_WITHIN,
            -LAST_WITHIN,
            0.1,
            -0.0,
            Double.MIN_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN
        };
        for (double value : doubles) {
            assertThat(door.open().apply(value).feature("e").floats()).containsExactly((float) value);
        }
    }

    @Test
    void namesFeatureIndexAndValue() {
        assertThatThrownBy(() -> Example.builder().put("e", new double[] {1, 1e300}))
                .hasMessage("feature \"e\": value 1 is beyond the range of 32-bit floats: 1.0E300;"
                        + " scale it, or store its text");
        assertThatThrownBy(() -> RecordCodec.builder(MethodHandles.lookup(), Many.class)
                        .doubleAsFloat("e")
                        .build()
                        .encode(new Many(new double[] {1, 1e300})))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("expected a double in the range of 32-bit floats, found 1.0E300");
    }

    @Test
    void onlyFloatsAndDoublesAreInfinite() {
        assertThatThrownBy(() -> Feature.ofFloats(List.of(new BigDecimal("1e400"))))
                .hasMessageContaining("range of 32-bit floats: 1E+400");
    }

    @Test
    void rejectsDefaultsBeyondTheRangeOfFloats() {
        assertThatThrownBy(() -> FeatureSpec.fixedLen(DType.FLOAT32).withDefault(1e300))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("default value 0 is beyond the range of float32: 1.0E300");
    }
}

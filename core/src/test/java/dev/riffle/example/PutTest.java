package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.io.Bytes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the values that {@code put}, {@code putIfPresent} and {@code Feature.of} take and reject. */
class PutTest {

    private enum Animal {
        CAT,
        DOG
    }

    @Test
    void putAndOfTakeTheSameTypes() {
        Set<String> put = parameters(ExampleBuilder.class, "put", 1);
        assertThat(put)
                .contains("Feature")
                .contains("short[]...")
                .contains("Number[]")
                .contains("Collection");
        put.remove("Feature");
        assertThat(put).isEqualTo(parameters(Feature.class, "of", 0));
    }

    private static Set<String> parameters(Class<?> type, String name, int index) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getParameterCount() > index)
                .map(method -> method.getParameterTypes()[index].getSimpleName() + (method.isVarArgs() ? "..." : ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A compiler lists methods that a caller cannot access among the candidates of a wrong call. */
    @Test
    void noHiddenMethodHasAPublicName() {
        for (Class<?> type : List.of(
                Feature.class, FeatureList.class, ExampleBuilder.class, SequenceExampleBuilder.class, Example.class)) {
            Set<String> names = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()))
                    .map(Method::getName)
                    .collect(Collectors.toSet());
            assertThat(type.getDeclaredMethods())
                    .as(type.getSimpleName())
                    .noneMatch(method -> !Modifier.isPublic(method.getModifiers()) && names.contains(method.getName()));
        }
    }

    @Test
    void takesEveryNumber() {
        byte b = -3;
        short s = 300;
        Integer boxed = 70_000;
        assertThat(put(builder -> builder.put("a", b))).isEqualTo(Feature.of(b)).isEqualTo(Feature.of(-3L));
        assertThat(put(builder -> builder.put("a", s))).isEqualTo(Feature.of(s)).isEqualTo(Feature.of(300L));
        assertThat(put(builder -> builder.put("a", 7))).isEqualTo(Feature.of(7)).isEqualTo(Feature.of(7L));
        assertThat(put(builder -> builder.put("a", 'x'))).isEqualTo(Feature.of(120L));
        assertThat(put(builder -> builder.put("a", boxed)))
                .isEqualTo(Feature.of(boxed))
                .isEqualTo(Feature.of(70_000L));
        assertThat(put(builder -> builder.put("a", BigInteger.TEN))).isEqualTo(Feature.of(10L));
        assertThat(put(builder -> builder.put("a", Double.valueOf(1.5)))).isEqualTo(Feature.of(1.5f));
        assertThat(put(builder -> builder.put("a", 1L, 2L))).isEqualTo(Feature.of(1L, 2L));
        assertThat(put(builder -> builder.put("a", s, s))).isEqualTo(Feature.of(300L, 300L));
        assertThat(put(builder -> builder.put("a", boxed, 1))).isEqualTo(Feature.of(70_000L, 1L));
    }

    @Test
    void takesArraysOfObjects() {
        assertThat(put(builder -> builder.put("a", new Long[] {1L, 2L})))
                .isEqualTo(Feature.of(new Long[] {1L, 2L}))
                .isEqualTo(Feature.of(1L, 2L));
        assertThat(Feature.of(new Number[] {1, (byte) 2, BigInteger.TWO})).isEqualTo(Feature.of(1L, 2L, 2L));
        assertThat(Feature.of(new Float[] {1f})).isEqualTo(Feature.of(1f));
        assertThat(Feature.of(new Double[] {1.5})).isEqualTo(Feature.of(1.5f));
        assertThat(Feature.of(new Boolean[] {true, false})).isEqualTo(Feature.of(1L, 0L));
        assertThat(put(builder -> builder.put("a", Animal.values()))).isEqualTo(Feature.of(0L, 1L));
        assertThat(put(builder -> builder.put("a", new short[] {1, 2}))).isEqualTo(Feature.of(1L, 2L));
        assertThat(put(builder -> builder.put("a", new ByteBuffer[] {ByteBuffer.wrap(new byte[] {97})})))
                .isEqualTo(Feature.of("a"));
    }

    @Test
    void takesEveryCollection() {
        assertThat(put(builder -> builder.put("a", new LinkedHashSet<>(List.of("b", "a")))))
                .isEqualTo(Feature.of("b", "a"));
        assertThat(Feature.of(new ArrayDeque<>(List.of(1, 2)))).isEqualTo(Feature.of(1, 2));
        Map<Integer, Animal> map = new LinkedHashMap<>();
        map.put(1, Animal.DOG);
        assertThat(Feature.of(map.values())).isEqualTo(Feature.of(1L));
        assertThat(Feature.of(List.of('x', 'y'))).isEqualTo(Feature.of(120L, 121L));
        assertThat(Feature.ofInt64s(Set.of('x'))).isEqualTo(Feature.of(120L));
    }

    @Test
    void emptyArraysHaveTheKindOfTheirType() {
        assertThat(Feature.of(new Long[0])).isEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.of(new Double[0])).isEqualTo(Feature.empty(Kind.FLOAT));
        assertThat(Feature.of(new Boolean[0])).isEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.of(new Animal[0])).isEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.of(new String[0])).isEqualTo(Feature.empty(Kind.BYTES));
        assertThat(Feature.of(new short[0])).isEqualTo(Feature.empty(Kind.INT64));
        rejects("feature \"a\": an empty list has no kind; use", builder -> builder.put("a", new Number[0]));
    }

    @Test
    void collectionsThatMayBeEmptyHaveAKind() {
        assertThat(put(builder -> builder.put("a", Feature.ofBytes(Set.of())))).isEqualTo(Feature.empty(Kind.BYTES));
        assertThat(put(builder -> builder.put("a", Feature.ofFloats(Set.of())))).isEqualTo(Feature.empty(Kind.FLOAT));
        assertThat(put(builder -> builder.put("a", Feature.empty(Kind.INT64)))).isEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.ofInt64s(List.of(Animal.DOG, true, 3))).isEqualTo(Feature.of(1L, 1L, 3L));
        assertThat(Feature.ofInt64s(List.<Animal>of())).isEqualTo(Feature.empty(Kind.INT64));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.ofInt64s(List.of(1, "2")))
                .withMessage("value 1 has an unsupported type: String");
        rejects(
                "feature \"tags\": an empty list has no kind; use Feature.ofInt64s, ofFloats or ofBytes for lists that"
                        + " may be empty, or Feature.empty(kind)",
                builder -> builder.put("tags", List.of()));
    }

    @Test
    void messagesNameTheFeature() {
        String remedy = " must not be null; use putIfPresent to leave the feature out,"
                + " or put Feature.empty(kind) for an empty list";
        rejects("feature \"a\": text" + remedy, builder -> builder.put("a", (String) null));
        rejects("feature \"a\": value" + remedy, builder -> builder.put("a", (Integer) null));
        rejects("feature \"a\": feature" + remedy, builder -> builder.put("a", (Feature) null));
        rejects("feature \"a\": constant" + remedy, builder -> builder.put("a", (Animal) null));
        rejects("feature \"a\": bytes" + remedy, builder -> builder.put("a", (byte[]) null));
        rejects("feature \"a\": values" + remedy, builder -> builder.put("a", (long[]) null));
        rejects("feature \"a\": bytes" + remedy, builder -> builder.put("a", (Bytes) null));
        rejects("feature \"a\": bytes" + remedy, builder -> builder.put("a", (ByteBuffer) null));
        rejects("feature \"a\": values" + remedy, builder -> builder.put("a", (List<?>) null));
        rejects("feature \"a\": values" + remedy, builder -> builder.put("a", (Long[]) null));
        String second =
                "feature \"a\": values[1] must not be null; a list cannot hold null, so leave the value out or replace it";
        rejects(second, builder -> builder.put("a", Arrays.asList(1, null)));
        rejects(second, builder -> builder.put("a", "b", null));
        rejects(second, builder -> builder.put("a", new Long[] {1L, null}));
        rejects(second, builder -> builder.put("a", new byte[0], null));
        rejects(second, builder -> builder.put("a", Animal.CAT, null));
        rejects(second, builder -> builder.put("a", Bytes.empty(), null));
        rejects(
                "feature \"a\": values have different kinds: int64_list for value 0 (Integer), bytes_list for value 1"
                        + " (String)",
                builder -> builder.put("a", List.of(1, "b")));
        rejects(
                "feature \"a\": value 0 has an unsupported type: LocalDate",
                builder -> builder.put("a", List.of(LocalDate.EPOCH)));
        rejects(
                "feature \"a\": value has an unsupported type: BigDecimal",
                builder -> builder.put("a", new BigDecimal("1.5")));
        rejects(
                "feature \"a\": value does not fit 64 bits: 9223372036854775808",
                builder -> builder.put("a", BigInteger.ONE.shiftLeft(63)));
        rejects("name must not be null", builder -> builder.put(null, 1));
    }

    @Test
    void featuresWithoutANameAreRejectedToo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.of((String) null))
                .withMessage("text must not be null; use Feature.notSet(), or Feature.empty(kind) for an empty list");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feature.ofBytes(Collections.singletonList(null)))
                .withMessageStartingWith("values[0] must not be null;");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Example.of(Collections.singletonMap("a", null)))
                .withMessageStartingWith("features[a] must not be null");
    }

    @Test
    void putIfPresentLeavesOutAbsentValues() {
        ExampleBuilder builder = Example.builder().put("kept", 1);
        for (Object absent : Arrays.asList(
                null, Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty())) {
            builder.putIfPresent("a", absent).putIfPresent("kept", absent);
        }
        assertThat(builder.build()).isEqualTo(Example.builder().put("kept", 1).build());
    }

    @Test
    void putIfPresentTakesWhatPutTakes() {
        Map<Object, Feature> values = new LinkedHashMap<>();
        values.put(true, Feature.of(1L));
        values.put('x', Feature.of(120L));
        values.put((byte) 1, Feature.of(1L));
        values.put(1, Feature.of(1L));
        values.put(1.5, Feature.of(1.5f));
        values.put(Animal.DOG, Feature.of(1L));
        values.put("text", Feature.of("text"));
        values.put(new byte[] {97}, Feature.of("a"));
        values.put(Bytes.ofUtf8("a"), Feature.of("a"));
        values.put(ByteBuffer.wrap(new byte[] {97}), Feature.of("a"));
        values.put(new boolean[] {true}, Feature.of(1L));
        values.put(new short[] {2}, Feature.of(2L));
        values.put(new int[] {2}, Feature.of(2L));
        values.put(new long[] {2}, Feature.of(2L));
        values.put(new float[] {2}, Feature.of(2f));
        values.put(new double[] {2}, Feature.of(2f));
        values.put(new Boolean[0], Feature.empty(Kind.INT64));
        values.put(new Float[0], Feature.empty(Kind.FLOAT));
        values.put(Animal.values(), Feature.of(0L, 1L));
        values.put(new String[] {"a", "b"}, Feature.of("a", "b"));
        values.put(new byte[][] {{97}}, Feature.of("a"));
        values.put(new ByteBuffer[0], Feature.empty(Kind.BYTES));
        values.put(new Bytes[0], Feature.empty(Kind.BYTES));
        values.put(List.of(1, 2), Feature.of(1L, 2L));
        values.put(Feature.notSet(), Feature.notSet());
        values.forEach((value, expected) -> {
            assertThat(put(builder -> builder.putIfPresent("a", value))).isEqualTo(expected);
            assertThat(put(builder -> builder.putIfPresent("a", Optional.of(value))))
                    .isEqualTo(expected);
        });
        assertThat(put(builder -> builder.putIfPresent("a", OptionalInt.of(3)))).isEqualTo(Feature.of(3L));
        assertThat(put(builder -> builder.putIfPresent("a", OptionalLong.of(3))))
                .isEqualTo(Feature.of(3L));
        assertThat(put(builder -> builder.putIfPresent("a", OptionalDouble.of(3))))
                .isEqualTo(Feature.of(3f));
    }

    @Test
    void putIfPresentRejectsOtherValues() {
        rejects(
                "feature \"a\": value has an unsupported type: LocalDate",
                builder -> builder.putIfPresent("a", LocalDate.EPOCH));
        rejects(
                "feature \"a\": value has an unsupported type: Optional",
                builder -> builder.putIfPresent("a", Optional.of(Optional.of(1))));
        rejects("feature \"a\": an empty list has no kind", builder -> builder.putIfPresent("a", List.of()));
        rejects("feature \"a\": values[0] must not be null;", builder -> builder.putIfPresent("a", new String[1]));
    }

    @Test
    void sequencesNameTheFeatureListAndTheStep() {
        String step = "feature \"a\": steps[1] must not be null; use Feature.notSet() for a step without values";
        rejectsSequence(step, () -> SequenceExample.builder().put("a", Feature.of(1), null));
        rejectsSequence(step, () -> SequenceExample.builder().put("a", Arrays.asList(Feature.of(1), null)));
        rejectsSequence(
                "feature \"a\": steps must not be null; leave the feature list out, or use an empty list",
                () -> SequenceExample.builder().put("a", (List<Feature>) null));
        rejectsSequence("name must not be null", () -> SequenceExample.builder().put(null, List.of()));
        rejectsSequence(
                "context must not be null", () -> SequenceExample.builder().context(null));
        rejectsSequence("steps must not be null;", () -> FeatureList.of((Feature[]) null));
        rejectsSequence("steps must not be null;", () -> FeatureList.of((List<Feature>) null));
        rejectsSequence("steps[0] must not be null;", () -> FeatureList.of(Collections.singletonList(null)));
        rejectsSequence(
                "lists[a] must not be null",
                () -> SequenceExample.of(Example.empty(), Collections.singletonMap("a", null)));
        assertThat(SequenceExample.builder().put("a", List.of()).build().featureLists())
                .containsKey("a");
    }

    private static void rejectsSequence(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
    }

    private interface Putting {
        void put(ExampleBuilder builder);
    }

    private static Feature put(Putting putting) {
        ExampleBuilder builder = Example.builder();
        putting.put(builder);
        return builder.build().feature("a");
    }

    private static void rejects(String message, Putting putting) {
        ExampleBuilder builder = Example.builder();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> putting.put(builder))
                .withMessageStartingWith(message);
        assertThat(builder.build()).isEqualTo(Example.empty());
    }
}

package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import dev.riffle.typed.elsewhere.HiddenRecords;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a builder rejects, and the records that it can access. */
class CodecBuilderTest {

    public enum Color {
        RED
    }

    public record Flat(int n, String text, List<String> list, long[] array, Color color) {}

    public record OfIntegers(List<Integer> list) {}

    public record OfFloat(float number) {}

    public record Generic<X>(X value) {}

    public record OfGeneric(Generic<String> inside) {}

    public record Recursive(int n, Recursive next) {}

    public record First(Second second) {}

    public record Second(Optional<First> first) {}

    public record Doubles(double d) {}

    public record DoubleLists(List<Double> list, double[] array) {}

    @SuppressWarnings("rawtypes")
    public record RawList(List list) {}

    public record Wildcard(List<? extends Number> list) {}

    public record Bounds(List<? extends List<? extends String>> list, Optional<? extends Long> number) {}

    public record OfMap(Map<String, Long> map) {}

    public record OfDate(Date date) {}

    public record OfObject(Object object) {}

    public record OfArrayList(ArrayList<String> list) {}

    public record OfCollection(Collection<String> list) {}

    public record ListOfRecords(List<Flat> list) {}

    public record ListOfOptionals(List<Optional<String>> list) {}

    public record TwoOptionals(Optional<Optional<String>> optional) {}

    @SuppressWarnings("rawtypes")
    public record RawOptional(Optional optional) {}

    public record ThreeLevels(List<List<List<Long>>> cube) {}

    public record SetOfLists(Set<List<Long>> set) {}

    public record AnyEnum(Enum<?> constant) {}

    public record Empty() {}

    public record Clash(@FeatureName("b") int a, int b) {}

    public record NestedClash(Inner a, @FeatureName("a.n") int b) {}

    public record Inner(int n) {}

    public record EmptyName(@FeatureName("") int a) {}

    public record BadName(@FeatureName("\ud800") int a) {}

    public record AllOptional(Optional<Loose> loose) {}

    public record Loose(Optional<String> a) {}

    static class Methods {
        @Target(ElementType.METHOD)
        @Retention(RetentionPolicy.RUNTIME)
        @interface Nullable {}
    }

    static class Fields {
        @Target(ElementType.FIELD)
        @Retention(RetentionPolicy.RUNTIME)
        @interface Nullable {}
    }

    static class Parameters {
        @Target(ElementType.PARAMETER)
        @Retention(RetentionPolicy.RUNTIME)
        @interface Nullable {}
    }

    static class Components {
        @Target(ElementType.RECORD_COMPONENT)
        @Retention(RetentionPolicy.RUNTIME)
        @interface Nullable {}
    }

    static class Types {
        @Target(ElementType.TYPE_USE)
        @Retention(RetentionPolicy.RUNTIME)
        @interface Nullable {}
    }

    public record Annotated(
            @Methods.Nullable String a,
            @Fields.Nullable String b,
            @Parameters.Nullable String c,
            @Components.Nullable String d,
            @Types.Nullable String e,
            long @Types.Nullable [] f) {}

    public record ElementAnnotated(@Types.Nullable String[] a) {}

    public record NullablePrimitive(@Components.Nullable int n) {}

    record NotPublic(int n) {}

    private record Private(int n, Deep deep) {}

    private record Deep(String text) {}

    private static void checkRejected(Class<? extends Record> type, String... parts) {
        assertThatThrownBy(() -> RecordCodec.of(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(type.getName())
                .hasMessageContainingAll(parts);
        assertThatThrownBy(() -> RecordCodec.builder(type).build()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void genericAndRecursiveRecords() {
        checkRejected(Generic.class, "is generic");
        checkRejected(OfGeneric.class, "component inside");
        checkRejected(Recursive.class, "component next", "contains itself");
        checkRejected(First.class, "component second.first", "contains itself");
        checkRejected(Empty.class, "without components");
    }

    @Test
    void unsupportedTypes() {
        checkRejected(Doubles.class, "component d:", "doubleAsFloat");
        checkRejected(DoubleLists.class, "component list:", "doubleAsFloat");
        checkRejected(RawList.class, "component list:", "List<String>");
        checkRejected(Wildcard.class, "component list:", "java.lang.Number");
        checkRejected(OfMap.class, "component map:", "with(Map.class");
        checkRejected(OfDate.class, "component date:", "with(Date.class");
        checkRejected(OfObject.class, "component object:");
        checkRejected(OfArrayList.class, "component list:", "use List or Set");
        checkRejected(OfCollection.class, "component list:", "use List or Set");
        checkRejected(
                ListOfRecords.class,
                "component list:",
                "the record " + Flat.class.getName() + " can only be a component");
        checkRejected(ListOfOptionals.class, "component list:", "Optional");
        checkRejected(TwoOptionals.class, "component optional:", "Optional");
        checkRejected(RawOptional.class, "component optional:", "Optional<String>");
        checkRejected(ThreeLevels.class, "component cube:", "three levels");
        checkRejected(SetOfLists.class, "component set:", "a Set of lists");
        checkRejected(AnyEnum.class, "component constant:");
    }

    @Test
    void names() {
        checkRejected(Clash.class, "component b:", "the component a", "\"b\"");
        checkRejected(NestedClash.class, "component b:", "the component a.n");
        checkRejected(EmptyName.class, "component a:", "must not be empty");
        checkRejected(BadName.class, "component a:", "unpaired surrogate");
        checkRejected(AllOptional.class, "component loose:", "cannot be distinguished");
        assertThatThrownBy(
                        () -> RecordCodec.builder(Flat.class).named("n", "text").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component text:");
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).named("n", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("component n: the name of a feature must not be empty");
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).named("n", "a\udc00"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component n: ")
                .hasMessageContaining("unpaired surrogate U+DC00 at index 1");
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).named("n", "a").named("n", "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two names");
    }

    @Test
    void unknownComponents() {
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class)
                        .named("m", "x")
                        .nullable("other")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("record " + Flat.class.getName()
                        + ": no component m, other; available: n, text, list, array, color");
    }

    @Test
    void choicesThatDoNotFit() {
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).nullable("n").build())
                .hasMessageContaining("component n: a primitive type cannot be nullable");
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).enumByName("n").build())
                .hasMessageContaining("component n: enumByName needs");
        assertThatThrownBy(() ->
                        RecordCodec.builder(Flat.class).doubleAsFloat("text").build())
                .hasMessageContaining("component text: doubleAsFloat needs");
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).enumByName())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordCodec.builder(Loose.class).nullable("a").build())
                .hasMessageContaining("component a: an Optional cannot be nullable");
        assertThatThrownBy(() ->
                        RecordCodec.builder(Loose.class).defaultValue("a", "x").build())
                .hasMessageContaining("component a: a component with a default");
        assertThatThrownBy(() -> RecordCodec.builder(NestedClash.class)
                        .named("b", "c")
                        .defaultValue("a", new Inner(3))
                        .build())
                .hasMessageContaining("component a: a nested record cannot have a default");
        checkRejected(NullablePrimitive.class, "component n:");
    }

    @Test
    void defaultsThatDoNotFit() {
        for (Object value : List.of("7", 1L << 40, 1.5, 'a', List.of())) {
            assertThatThrownBy(() -> RecordCodec.builder(Flat.class)
                            .defaultValue("n", value)
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("component n: default:");
        }
        for (long number : List.of(Long.MAX_VALUE, (1L << 24) + 1)) {
            assertThatThrownBy(() -> RecordCodec.builder(OfFloat.class)
                            .defaultValue("number", number)
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("component number: default:");
        }
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class)
                        .defaultValue("list", List.of(1))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component list: default:");
        for (Object number : List.of(1.9, 1L, (short) 1, "1")) {
            assertThatThrownBy(() -> RecordCodec.builder(OfIntegers.class)
                            .defaultValue("list", List.of(number))
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("component list: default: ")
                    .hasMessageContaining("found [" + number + "]");
        }
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class)
                        .defaultValue("text", "\ud800")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component text: default:");
        assertThatThrownBy(() ->
                        RecordCodec.builder(Flat.class).defaultValue("n", 1).defaultValue("n", 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullArguments() {
        RecordCodec.Builder<Flat> builder = RecordCodec.builder(Flat.class);
        assertThatThrownBy(() -> RecordCodec.of(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.defaultValue("n", null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.named(null, "a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.nullable((String) null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.with(Date.class, Long.class, null, Date::new))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordCodec.of(Flat.class).encode(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("record must not be null");
        assertThatThrownBy(() -> RecordCodec.of(Flat.class).decode((byte[]) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message must not be null");
        assertThatThrownBy(() -> RecordCodec.of(Flat.class).decode((ByteBuffer) null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordCodec.of(Flat.class).decode((Bytes) null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void conversions() {
        assertThatThrownBy(() -> RecordCodec.builder(OfDate.class)
                        .with(Date.class, Map.class, d -> Map.of(), m -> new Date())
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component date:");
        assertThatThrownBy(() -> RecordCodec.builder(OfDate.class)
                        .with(Date.class, Long.class, Date::getTime, Date::new)
                        .with(Date.class, Long.class, Date::getTime, Date::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two conversions");
    }

    @Test
    void conversionsOfPrimitiveTypes() {
        assertThatThrownBy(() -> RecordCodec.builder(Flat.class).with(int.class, Long.class, i -> 1L, l -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("own must not be a primitive type: int");
    }

    @Test
    void boundsOfWildcards() {
        RecordCodec<Bounds> codec = RecordCodec.of(Bounds.class);
        Bounds record = new Bounds(List.of(List.of("a")), Optional.of(5L));

        assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
    }

    @Test
    void nullableAnnotationsInEveryPlace() {
        RecordCodec<Annotated> codec = RecordCodec.of(Annotated.class);
        Annotated nothing = new Annotated(null, null, null, null, null, null);

        assertThat(codec.encode(nothing)).isEqualTo(Bytes.empty());
        assertThat(codec.decode(Bytes.empty())).isEqualTo(nothing);
        assertThatThrownBy(() -> RecordCodec.of(ElementAnnotated.class).decode(Bytes.empty()))
                .isInstanceOf(TypedRecordException.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {NotPublic.class, Private.class})
    void recordsThatAreNotPublicNeedALookup(Class<? extends Record> type) {
        checkRejected(type, "RecordCodec.builder(MethodHandles.lookup(), " + type.getSimpleName() + ".class)");
    }

    @Test
    void aLookupReachesRecordsThatAreNotPublic() {
        RecordCodec<Private> codec =
                RecordCodec.builder(MethodHandles.lookup(), Private.class).build();
        Private record = new Private(3, new Deep("x"));

        for (int i = 0; i < 2_000; i++) {
            assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
        }
    }

    @Test
    void aLookupOfAnotherPackageReachesItsRecords() {
        Record record = HiddenRecords.record("x", 5);
        RecordCodec<? extends Record> codec = HiddenRecords.codec();

        assertThat(codec.decode(HiddenRecords.encoded("x", 5))).isEqualTo(record);
        assertThatThrownBy(() -> RecordCodec.builder(MethodHandles.lookup(), record.getClass())
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not accessible to the lookup of " + CodecBuilderTest.class.getName())
                .hasMessageEndingWith("; call MethodHandles.lookup() in a class that can access it");
    }
}

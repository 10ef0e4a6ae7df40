package dev.riffle.typed;

import static dev.riffle.typed.RecordCodecRoundTripTest.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Nested records, missing values and defaults: written, compared with {@link ExampleBuilder}, and read back. */
class NestedAndMissingRoundTripTest {

    public enum Color {
        RED,
        GREEN
    }

    @Target({ElementType.TYPE_USE, ElementType.RECORD_COMPONENT})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Nullable {}

    public record Optionals(
            Optional<String> s, Optional<Integer> i, Optional<List<Long>> l, Optional<long[]> a, Optional<Color> c) {}

    public record OptionalPrimitives(OptionalInt i, OptionalLong l, OptionalDouble d) {}

    public record Nulls(
            @Nullable String annotated,
            String chosen,
            @Nullable List<String> list,
            int present) {}

    public record Street(@FeatureName("st") String name, int number) {}

    public record Address(
            Street street, @FeatureName("zip/code") String zip) {}

    public record Person(
            String name,
            Address address,
            @FeatureName("work") Street office) {}

    public record OptionalNested(
            Optional<Street> first, @Nullable Street second, int n) {}

    public record Defaults(int i, long l, float f, String s, byte[] b, List<String> t, Color c, double d) {}

    @Test
    void optionals() {
        RecordCodec<Optionals> codec = RecordCodec.of(Optionals.class);
        Optionals empty =
                new Optionals(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Optionals full = new Optionals(
                Optional.of("x"),
                Optional.of(3),
                Optional.of(List.of(1L, 2L)),
                Optional.of(new long[] {5, 6}),
                Optional.of(Color.GREEN));

        assertThat(roundTrip(codec, empty, Example.builder())).isEqualTo(empty);
        Optionals decoded = roundTrip(
                codec,
                full,
                Example.builder()
                        .put("s", "x")
                        .put("i", 3)
                        .put("l", 1L, 2L)
                        .put("a", 5L, 6L)
                        .put("c", 1));
        assertThat(decoded.l()).isEqualTo(full.l());
        assertThat(decoded.a().orElseThrow()).containsExactly(5, 6);
        assertThat(decoded.c()).contains(Color.GREEN);
        assertThat(codec.specs()).hasToString("s:string*, i:int64*, l:int64*, a:int64*, c:int64*");
    }

    @Test
    void optionalPrimitives() {
        RecordCodec<OptionalPrimitives> codec =
                RecordCodec.builder(OptionalPrimitives.class).doubleAsFloat("d").build();
        OptionalPrimitives empty =
                new OptionalPrimitives(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());
        OptionalPrimitives full =
                new OptionalPrimitives(OptionalInt.of(-1), OptionalLong.of(1L << 60), OptionalDouble.of(0.5));

        assertThat(roundTrip(codec, empty, Example.builder())).isEqualTo(empty);
        assertThat(roundTrip(
                        codec,
                        full,
                        Example.builder().put("i", -1).put("l", 1L << 60).put("d", 0.5f)))
                .isEqualTo(full);
    }

    @Test
    void nullsByAnnotationAndByChoice() {
        RecordCodec<Nulls> codec =
                RecordCodec.builder(Nulls.class).nullable("chosen").build();
        Nulls empty = new Nulls(null, null, null, 4);
        Nulls full = new Nulls("a", "b", List.of("c"), 4);

        assertThat(roundTrip(codec, empty, Example.builder().put("present", 4))).isEqualTo(empty);
        assertThat(roundTrip(
                        codec,
                        full,
                        Example.builder()
                                .put("annotated", "a")
                                .put("chosen", "b")
                                .put("list", "c")
                                .put("present", 4)))
                .isEqualTo(full);
    }

    @Test
    void nestedRecordsHaveNamesWithDots() {
        RecordCodec<Person> codec = RecordCodec.of(Person.class);
        Person record = new Person("Ada", new Address(new Street("Main", 5), "123"), new Street("Wall", 1));

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("name", "Ada")
                                .put("address.street.st", "Main")
                                .put("address.street.number", 5)
                                .put("address.zip/code", "123")
                                .put("work.st", "Wall")
                                .put("work.number", 1)))
                .isEqualTo(record);
    }

    @Test
    void namedReplacesNamesAndPrefixes() {
        RecordCodec<Person> codec = RecordCodec.builder(Person.class)
                .named("address.street", "s")
                .named("address.zip", "zip")
                .named("office.number", "office number")
                .build();
        Person record = new Person("Ada", new Address(new Street("Main", 5), "123"), new Street("Wall", 1));

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("name", "Ada")
                                .put("s.st", "Main")
                                .put("s.number", 5)
                                .put("zip", "123")
                                .put("work.st", "Wall")
                                .put("office number", 1)))
                .isEqualTo(record);
    }

    @Test
    void nestedRecordsCanBeMissing() {
        RecordCodec<OptionalNested> codec = RecordCodec.of(OptionalNested.class);
        OptionalNested empty = new OptionalNested(Optional.empty(), null, 1);
        OptionalNested full = new OptionalNested(Optional.of(new Street("a", 2)), new Street("b", 3), 1);

        assertThat(roundTrip(codec, empty, Example.builder().put("n", 1))).isEqualTo(empty);
        assertThat(roundTrip(
                        codec,
                        full,
                        Example.builder()
                                .put("first.st", "a")
                                .put("first.number", 2)
                                .put("second.st", "b")
                                .put("second.number", 3)
                                .put("n", 1)))
                .isEqualTo(full);
        assertThat(codec.specs())
                .hasToString("first.st:string*, first.number:int64*, second.st:string*, second.number:int64*, n:int64");
        Bytes part = Example.builder().put("first.st", "a").put("n", 1).build().toBytes();
        assertThatThrownBy(() -> codec.decode(part))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component first.number");
    }

    @Test
    void defaultsReplaceMissingFeatures() {
        RecordCodec<Defaults> codec = RecordCodec.builder(Defaults.class)
                .defaultValue("i", 7)
                .defaultValue("l", 7)
                .defaultValue("f", 0.5)
                .defaultValue("s", "none")
                .defaultValue("b", new byte[] {1, 2})
                .defaultValue("t", List.of("x", "y"))
                .defaultValue("c", Color.GREEN)
                .defaultValue("d", 1)
                .enumByName("c")
                .doubleAsFloat("d")
                .build();

        Defaults decoded = codec.decode(new byte[0]);
        Defaults again = codec.decode(
                Example.builder().put("i", Feature.notSet()).put("l", 9).build().toBytes());

        assertThat(decoded)
                .usingRecursiveComparison()
                .isEqualTo(new Defaults(7, 7, 0.5f, "none", new byte[] {1, 2}, List.of("x", "y"), Color.GREEN, 1));
        assertThat(again.i()).isEqualTo(7);
        assertThat(again.l()).isEqualTo(9);
        assertThat(again.b()).isNotSameAs(decoded.b());
        assertThat(codec.specs())
                .hasToString("i:int64=7, l:int64=7, f:float32=0.5, s:string=\"none\", b:string=\"\\u0001\\u0002\","
                        + " t:string*, c:string=\"GREEN\", d:float32=1.0");
        assertThat(codec.decode(codec.encode(decoded)))
                .usingRecursiveComparison()
                .isEqualTo(decoded);
    }

    public record Mutable(Date date, List<byte[]> list, byte[][] array, ByteBuffer buffer, float[] floats) {}

    private static Mutable mutable() {
        byte[] bytes = {1};
        return new Mutable(
                new Date(5), List.of(bytes), new byte[][] {bytes}, ByteBuffer.wrap(new byte[] {1}), new float[] {1});
    }

    private static void change(Mutable record) {
        record.date().setTime(9);
        record.list().get(0)[0] = 9;
        record.array()[0][0] = 9;
        record.buffer().position(1);
        record.floats()[0] = 9;
    }

    @Test
    void changedValuesDoNotChangeDefaults() {
        Mutable given = mutable();
        RecordCodec<Mutable> codec = RecordCodec.builder(Mutable.class)
                .with(Date.class, Long.class, Date::getTime, Date::new)
                .defaultValue("date", given.date())
                .defaultValue("list", given.list())
                .defaultValue("array", given.array())
                .defaultValue("buffer", given.buffer())
                .defaultValue("floats", given.floats())
                .build();

        change(given);
        change(codec.decode(Bytes.empty()));

        assertThat(codec.decode(Bytes.empty())).usingRecursiveComparison().isEqualTo(mutable());
    }

    @Test
    void manyRecordsInARow() {
        RecordCodec<Person> codec = RecordCodec.of(Person.class);
        for (int i = 0; i < 3_000; i++) {
            Person record =
                    new Person("n" + i, new Address(new Street("s", i), "z".repeat(i % 70)), new Street("", -i));

            assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
        }
    }
}

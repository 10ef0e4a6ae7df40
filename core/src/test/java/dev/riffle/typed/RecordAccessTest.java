package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.FileNotFoundException;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Accessors and constructors of unusual records, called by reflection and by method handles. */
class RecordAccessTest {

    /** More calls than a codec makes by reflection. */
    private static final int CALLS = 1_200;

    public record Numbers(long... numbers) {}

    public record Tagged(String name, String... tags) {}

    record HiddenNumbers(int... numbers) {}

    protected record Protected(int n) {}

    protected record PublicConstructor(int n) {
        public PublicConstructor {}
    }

    public record OfGenericInterface(Long get) implements Supplier<Long> {}

    public record Positive(int n) {
        public Positive {
            if (n < 0) {
                throw new IllegalStateException("negative: " + n);
            }
        }
    }

    public record Inside(Positive inner, int m) {}

    public record Outside(Inside outer, Optional<Positive> maybe) {}

    public record Unchecked(int n) {
        public Unchecked {
            Unchecked.<RuntimeException>raise(new FileNotFoundException("no file " + n));
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <X extends Throwable> void raise(Throwable any) throws X {
            throw (X) any;
        }
    }

    private static <T> void checkRoundTrips(RecordCodec<T> codec, T record) {
        Bytes message = codec.encode(record);
        for (int i = 0; i < CALLS; i++) {
            T decoded = codec.decode(message);
            assertThat(codec.encode(decoded)).isEqualTo(message);
        }
        assertThat(codec.decode(message)).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void constructorsWithVariableArity() {
        checkRoundTrips(RecordCodec.of(Numbers.class), new Numbers(1, 2));
        checkRoundTrips(RecordCodec.of(Numbers.class), new Numbers(3));
        checkRoundTrips(RecordCodec.of(Tagged.class), new Tagged("a", "b", "c"));
        checkRoundTrips(
                RecordCodec.builder(MethodHandles.lookup(), HiddenNumbers.class).build(), new HiddenNumbers(4, 5));
    }

    @Test
    void accessorsWithBridges() {
        checkRoundTrips(RecordCodec.of(OfGenericInterface.class), new OfGenericInterface(5L));
    }

    @Test
    void protectedConstructorsNeedALookup() {
        assertThatThrownBy(() -> RecordCodec.of(Protected.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RecordCodec.builder(MethodHandles.lookup(), Protected.class)");

        checkRoundTrips(
                RecordCodec.builder(MethodHandles.lookup(), Protected.class).build(), new Protected(3));
        checkRoundTrips(RecordCodec.of(PublicConstructor.class), new PublicConstructor(3));
    }

    @Test
    void aRejectingConstructorIsNamedByTheComponent() {
        RecordCodec<Outside> codec = RecordCodec.of(Outside.class);
        Example negative =
                Example.builder().put("outer.inner.n", -1).put("outer.m", 2).build();
        Example maybeNegative =
                negative.toBuilder().put("outer.inner.n", 1).put("maybe.n", -2).build();

        assertThatThrownBy(() -> codec.decode(negative.toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessage("record " + Outside.class.getName() + ", component outer.inner: expected values that the"
                        + " constructor accepts, found java.lang.IllegalStateException: negative: -1");
        assertThatThrownBy(() -> codec.decode(maybeNegative.toBytes()))
                .isInstanceOfSatisfying(
                        TypedRecordException.class,
                        e -> assertThat(e.component()).isEqualTo("maybe"));
        assertThatThrownBy(() -> RecordCodec.of(Positive.class)
                        .decode(Example.builder().put("n", -3).build().toBytes()))
                .isInstanceOfSatisfying(
                        TypedRecordException.class,
                        e -> assertThat(e.component()).isEmpty());
    }

    @Test
    void checkedExceptionsOfConstructors() {
        RecordCodec<Unchecked> codec = RecordCodec.of(Unchecked.class);
        Bytes message = Example.builder().put("n", 1).build().toBytes();
        for (int i = 0; i < CALLS; i++) {
            assertThatThrownBy(() -> codec.decode(message))
                    .isInstanceOf(TypedRecordException.class)
                    .hasMessageContaining("no file 1")
                    .hasCauseInstanceOf(FileNotFoundException.class);
        }
    }
}

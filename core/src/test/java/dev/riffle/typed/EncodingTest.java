package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.riffle.io.Bytes;
import java.lang.management.ManagementFactory;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Records that a codec cannot write, and the memory that writing takes. */
class EncodingTest {

    public record Row(long n, String s, List<Long> list) {}

    public record Small(int n) {}

    public record Holder(Small small, String text) {}

    public record Maybe(Optional<String> text, OptionalInt number) {}

    public record Integers(List<Integer> list, Byte[] array) {}

    private static final RecordCodec<Row> ROWS = RecordCodec.of(Row.class);

    @Test
    @SuppressWarnings("NullAway")
    void nulls() {
        assertThatThrownBy(() -> ROWS.encode(new Row(1, null, List.of())))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageEndingWith("component s, feature \"s\": expected a value, found null;"
                        + " use Optional or nullable to allow missing values");
        assertThatThrownBy(() -> ROWS.encode(new Row(1, "a", Arrays.asList(1L, null))))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageEndingWith("expected a list without null, found null at index 1");
        assertThatThrownBy(() -> RecordCodec.of(Holder.class).encode(new Holder(null, "a")))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component small: expected a value, found null");
    }

    @Test
    void unpairedSurrogates() {
        assertThatThrownBy(() -> ROWS.encode(new Row(1, "a\ud800", List.of())))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component s")
                .hasMessageContaining("unpaired surrogate U+D800");
    }

    @Test
    @SuppressWarnings("NullAway")
    void anOptionalMustNotBeNull() {
        RecordCodec<Maybe> codec = RecordCodec.of(Maybe.class);

        assertThatThrownBy(() -> codec.encode(new Maybe(null, OptionalInt.empty())))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageEndingWith("component text, feature \"text\": expected an Optional, found null");
        assertThatThrownBy(() -> codec.encode(new Maybe(Optional.empty(), null)))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component number");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void objectsOfAnotherClass() {
        assertThatThrownBy(() -> ROWS.encode(new Row(1, "a", (List) List.of("x"))))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component list, feature \"list\": expected a list of values, each a long,"
                        + " found an object of another class: class java.lang.String");
        assertThatThrownBy(() -> RecordCodec.of(Integers.class).encode(new Integers((List) List.of(1.9), new Byte[0])))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component list")
                .hasMessageContaining("java.lang.Double");
        assertThatThrownBy(() -> ((RecordCodec) ROWS).encode(new Small(1))).isInstanceOf(ClassCastException.class);
    }

    @Test
    void listsThatThrow() {
        List<Long> list = new AbstractList<>() {
            @Override
            public Long get(int index) {
                throw new IllegalStateException("not loaded");
            }

            @Override
            public int size() {
                return 2;
            }
        };

        assertThatThrownBy(() -> ROWS.encode(new Row(1, "a", list)))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component list, feature \"list\": expected a list that returns its values,"
                        + " found java.lang.IllegalStateException: not loaded")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    /** The memory for a small message must not depend on an earlier large message. */
    @Test
    void aLargeMessageDoesNotCostLaterMessagesMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        RecordCodec<Row> codec = RecordCodec.builder(Row.class).build();
        Row small = new Row(1, "a", List.of(2L));
        int messages = 2_000;
        for (int i = 0; i < messages; i++) {
            codec.encode(small);
        }
        codec.encode(new Row(1, "x".repeat(60_000), List.of()));

        long before = threads.getCurrentThreadAllocatedBytes();
        Bytes message = Bytes.empty();
        for (int i = 0; i < messages; i++) {
            message = codec.encode(small);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(message.size()).isLessThan(100);
        assertThat(allocated / messages).isLessThan(4_000);
    }
}

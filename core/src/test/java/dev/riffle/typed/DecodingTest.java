package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Messages that do not fit a record, and messages in unusual encodings. */
class DecodingTest {

    public enum Color {
        RED,
        GREEN
    }

    public record Row(long n, float x, String s, List<Long> list) {}

    public record Narrow(byte b, short s, int i, char c, boolean z, Color color, LocalDate date) {}

    public record NarrowLists(byte[] bytes, int[] ints, List<Byte> list, boolean[] flags) {}

    public record Texts(UUID uuid, BigDecimal decimal, Color name) {}

    public record Small(int n) {
        public Small {
            if (n < 0) {
                throw new IllegalArgumentException("n must not be negative: " + n);
            }
        }
    }

    public record Stubborn(int n) {
        @Override
        public int n() {
            throw new UnsupportedOperationException("no");
        }
    }

    public record Holder(Small small, String text) {}

    private static final RecordCodec<Row> ROWS = RecordCodec.of(Row.class);
    private static final Row ROW = new Row(300, 1.5f, "text", List.of(1L, 2L));

    private static Example row() {
        return Example.parse(ROWS.encode(ROW));
    }

    private static TypedRecordException rejection(RecordCodec<?> codec, Example example) {
        try {
            codec.decode(example.toBytes());
        } catch (TypedRecordException e) {
            return e;
        }
        throw new AssertionError("accepted: " + example);
    }

    @Test
    void aMissingFeature() {
        TypedRecordException rejection =
                rejection(ROWS, Example.builder().put("n", 1).put("s", "a").build());

        assertThat(rejection.recordType()).isEqualTo(Row.class);
        assertThat(rejection.component()).isEqualTo("x");
        assertThat(rejection.feature()).isEqualTo("x");
        assertThat(rejection.expected()).isEqualTo("a float");
        assertThat(rejection.found())
                .isEqualTo("no such feature; use Optional, nullable or defaultValue to allow that");
        assertThat(rejection)
                .hasMessage("record dev.riffle.typed.DecodingTest$Row, component x, feature \"x\":"
                        + " expected a float, found no such feature; use Optional, nullable or defaultValue to allow"
                        + " that");
    }

    @Test
    void aFeatureWithoutAKindIsMissing() {
        assertThat(rejection(ROWS, row().toBuilder().put("s", Feature.notSet()).build()))
                .hasMessageContaining("component s")
                .hasMessageContaining("found a feature without a kind");
    }

    @Test
    void anotherKind() {
        assertThat(rejection(ROWS, row().toBuilder().put("n", 1f).build()))
                .hasMessageEndingWith(
                        "feature \"n\": expected a long in an int64_list, found a float_list with 1 value");
        assertThat(rejection(ROWS, row().toBuilder().put("list", new String[0]).build()))
                .hasMessageContaining("found a bytes_list with no values");
    }

    @Test
    void anotherNumberOfValues() {
        assertThat(rejection(ROWS, row().toBuilder().put("n", 1L, 2L, 3L).build()))
                .hasMessageEndingWith("expected a long as the only value, found 3 values");
        assertThat(rejection(ROWS, row().toBuilder().put("s", new String[0]).build()))
                .hasMessageEndingWith("expected a text in UTF-8 as the only value, found no values");
    }

    @Test
    void integersThatDoNotFit() {
        RecordCodec<Narrow> codec = RecordCodec.of(Narrow.class);
        Example right =
                Example.parse(codec.encode(new Narrow((byte) 1, (short) 2, 3, 'c', true, Color.RED, LocalDate.EPOCH)));

        assertThat(rejection(codec, right.toBuilder().put("b", 300).build()))
                .hasMessageEndingWith("feature \"b\": expected a byte (-128 to 127), found 300");
        assertThat(rejection(codec, right.toBuilder().put("s", -40_000).build()))
                .hasMessageEndingWith("expected a short (-32768 to 32767), found -40000");
        assertThat(rejection(codec, right.toBuilder().put("i", 1L << 31).build()))
                .hasMessageEndingWith("expected an int (-2147483648 to 2147483647), found 2147483648");
        assertThat(rejection(codec, right.toBuilder().put("c", -1).build()))
                .hasMessageEndingWith("expected a char (0 to 65535), found -1");
        assertThat(rejection(codec, right.toBuilder().put("z", 2).build()))
                .hasMessageEndingWith("expected a boolean (0 or 1), found 2");
        assertThat(rejection(codec, right.toBuilder().put("color", 2).build()))
                .hasMessageEndingWith("expected an ordinal of Color (0 to 1), found 2");
        assertThat(rejection(
                        codec, right.toBuilder().put("date", Long.MAX_VALUE).build()))
                .hasMessageContaining("expected a LocalDate");
    }

    @Test
    void integersOfListsThatDoNotFit() {
        RecordCodec<NarrowLists> codec = RecordCodec.of(NarrowLists.class);
        Example right = Example.parse(
                codec.encode(new NarrowLists(new byte[1], new int[] {1}, List.of((byte) 1), new boolean[] {true})));

        assertThat(rejection(codec, right.toBuilder().put("ints", 1L, 1L << 40).build()))
                .hasMessageContaining("component ints")
                .hasMessageEndingWith("found 1099511627776");
        assertThat(rejection(codec, right.toBuilder().put("list", 1, 128).build()))
                .hasMessageEndingWith("found 128");
        assertThat(rejection(codec, right.toBuilder().put("flags", 1, -1).build()))
                .hasMessageEndingWith("found -1");
    }

    @Test
    void textsThatAreNotValid() {
        RecordCodec<Texts> codec =
                RecordCodec.builder(Texts.class).enumByName("name").build();
        Example right = Example.parse(codec.encode(new Texts(new UUID(1, 2), BigDecimal.ONE, Color.RED)));

        for (String text : List.of("", "1-1-1-1-1", "0000000000000000000000000000000000000", "x".repeat(36))) {
            assertThat(rejection(codec, right.toBuilder().put("uuid", text).build()))
                    .hasMessageContaining("expected a UUID (36 characters), found \"");
        }
        assertThat(rejection(codec, right.toBuilder().put("decimal", "1,5").build()))
                .hasMessageEndingWith("expected a decimal number, found \"1,5\"");
        assertThat(rejection(codec, right.toBuilder().put("name", "BLUE").build()))
                .hasMessageEndingWith("expected a name of Color, found \"BLUE\"");
        assertThat(rejection(
                        ROWS, row().toBuilder().put("s", new byte[] {'a', -1}).build()))
                .hasMessageEndingWith("found bytes that are not UTF-8: 0x61ff");
        assertThat(codec.decode(right.toBuilder()
                                .put("uuid", "ABCDEF00-0000-0000-0000-000000000002")
                                .put("decimal", "-1E+3")
                                .build()
                                .toBytes())
                        .decimal())
                .isEqualTo(new BigDecimal("-1E+3"));
    }

    @Test
    void constructorsAndAccessorsThatThrow() {
        RecordCodec<Small> small = RecordCodec.of(Small.class);
        Bytes negative = Example.builder().put("n", -1).build().toBytes();
        for (int i = 0; i < 600; i++) {
            assertThatThrownBy(() -> small.decode(negative))
                    .isInstanceOf(TypedRecordException.class)
                    .hasMessageContaining("expected values that the constructor accepts")
                    .hasMessageContaining("n must not be negative: -1")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
        }
        RecordCodec<Stubborn> stubborn = RecordCodec.of(Stubborn.class);
        for (int i = 0; i < 600; i++) {
            assertThatThrownBy(() -> stubborn.encode(new Stubborn(1)))
                    .isInstanceOf(TypedRecordException.class)
                    .hasMessageContaining("component n, feature \"n\": expected an accessor that returns")
                    .hasCauseInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void conversionsThatFail() {
        RecordCodec<Holder> codec = RecordCodec.builder(Holder.class)
                .with(Small.class, Integer.class, Small::n, Small::new)
                .build();

        assertThatThrownBy(() -> codec.decode(Example.builder()
                        .put("small", -5)
                        .put("text", "a")
                        .build()
                        .toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component small")
                .hasMessageContaining("n must not be negative: -5");
        RecordCodec<Holder> nulls = RecordCodec.builder(Holder.class)
                .with(Small.class, Integer.class, s -> null, n -> null)
                .build();
        assertThatThrownBy(() -> nulls.encode(new Holder(new Small(1), "a")))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("found null, from the conversion of Small");
        assertThatThrownBy(() -> nulls.decode(Example.builder()
                        .put("small", 5)
                        .put("text", "a")
                        .build()
                        .toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("found null, from the conversion of Integer");
    }

    // ---------------------------------------------------------------- unusual encodings

    private static byte[] joined(byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += part.length;
        }
        byte[] all = new byte[size];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    @Test
    void otherFeaturesAreIgnored() {
        Example more = row().toBuilder()
                .put("a", 1)
                .put("m", "text")
                .put("m2", "text", "two")
                .put("q", new float[0])
                .put("zz", Feature.notSet())
                .build();

        assertThat(ROWS.decode(more.toBytes())).isEqualTo(ROW);
        assertThat(ROWS.decode(more.toBytes())).isEqualTo(ROW);
    }

    @Test
    void theLastOfTwoEntriesCounts() {
        byte[] first = row().toBuilder().put("n", "text").put("s", 5).build().toByteArray();
        byte[] second = ROWS.encode(ROW).toByteArray();
        // the same entries in one field, so that the message has the usual form
        byte[] entries =
                joined(Arrays.copyOfRange(first, 2, first.length), Arrays.copyOfRange(second, 2, second.length));
        assertThat(entries.length).isLessThan(128);

        assertThat(ROWS.decode(joined(first, second))).isEqualTo(ROW);
        assertThat(ROWS.decode(joined(new byte[] {10, (byte) entries.length}, entries)))
                .isEqualTo(ROW);
    }

    @Test
    void keysInAnotherOrder() {
        byte[] message = ROWS.encode(ROW).toByteArray();
        byte[] reordered = {10, (byte) (message.length - 2)};
        int at = 2;
        while (at < message.length) {
            int end = at + 2 + message[at + 1];
            reordered = joined(
                    Arrays.copyOf(reordered, 2),
                    Arrays.copyOfRange(message, at, end),
                    Arrays.copyOfRange(reordered, 2, reordered.length));
            at = end;
        }

        assertThat(reordered).isNotEqualTo(message).hasSameSizeAs(message);
        for (int i = 0; i < 3; i++) {
            assertThat(ROWS.decode(reordered)).isEqualTo(ROW);
            assertThat(ROWS.decode(message)).isEqualTo(ROW);
        }
    }

    @Test
    void numbersThatAreNotPacked() {
        // n: one varint, x: one fixed32, list: a packed chunk and a varint
        Bytes message = Bytes.ofHex("0a34"
                + "0a0a" + "0a016e" + "1205" + "1a03" + "08ac02"
                + "0a0c" + "0a0178" + "1207" + "1205" + "0d0000c03f"
                + "0a08" + "0a0173" + "1203" + "0a01" + "00");
        byte[] usual = row().toBytes().toByteArray();
        byte[] single = joined(
                usual,
                Bytes.ofHex("0a0c" + "0a0a" + "0a016e" + "1205" + "1a03" + "08ac02")
                        .toByteArray());

        assertThat(Example.parse(single)).isEqualTo(row());
        assertThat(ROWS.decode(single)).isEqualTo(ROW);
        assertThatThrownBy(() -> Example.parse(message)).isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> ROWS.decode(message)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void severalListsAndUnknownFields() {
        byte[] usual = row().toBytes().toByteArray();
        // list: {packed 1}, {unpacked 2, unknown field 15}; an unknown field at the end of the message
        byte[] entry = Bytes.ofHex("0a13" + "0a11" + "0a046c697374" + "1209" + "1a03" + "0a0101" + "1a02" + "0802")
                .toByteArray();
        byte[] unknown = Bytes.ofHex("7803").toByteArray();

        assertThat(Example.parse(joined(usual, entry, unknown))).isEqualTo(row());
        assertThat(ROWS.decode(joined(usual, entry, unknown))).isEqualTo(ROW);
    }

    @Test
    void otherDialectsAreRejected() {
        Bytes message = row().toBytes(Dialect.ONEFLOW);

        assertThatThrownBy(() -> ROWS.decode(message))
                .isInstanceOfAny(MalformedMessageException.class, TypedRecordException.class);
    }

    @Test
    void codecsAreSafeForSeveralThreads() throws Exception {
        RecordCodec<Row> codec = RecordCodec.builder(Row.class).build();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 4; t++) {
            int seed = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 5_000; i++) {
                    Row record = new Row(i * 31L + seed, seed, "t" + i, List.of((long) i, 1L));
                    if (!codec.decode(codec.encode(record)).equals(record)) {
                        throw new AssertionError("another record than " + record);
                    }
                }
            });
            thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
    }

    /** A record without required components. */
    public record Loose(Optional<String> name, Optional<Long> id) {}

    @Test
    void aSequenceExampleWithoutAContextIsNoRecord() {
        RecordCodec<Loose> codec = RecordCodec.of(Loose.class);
        SequenceExample lists =
                SequenceExample.builder().put("words", Feature.of("a")).build();

        assertThatThrownBy(() -> codec.decode(lists.toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessage("record dev.riffle.typed.DecodingTest$Loose: expected an Example, found a SequenceExample;"
                        + " use a record with a list of lists, or SequenceExample");
        assertThat(codec.decode(Example.empty().toBytes()).id()).isEmpty();
        assertThat(codec.decode(Bytes.ofHex("1801")).id()).isEmpty();
        Example context = Example.builder().put("id", 3).build();
        assertThat(codec.decode(lists.toBuilder().context(context).build().toBytes())
                        .id())
                .contains(3L);
    }
}

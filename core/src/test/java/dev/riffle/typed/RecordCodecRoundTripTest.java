package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every component type, its bytes compared with those of {@link ExampleBuilder}, and the record read back. */
class RecordCodecRoundTripTest {

    public enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "grass";
            }
        }
    }

    public record Primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    public record Wrappers(Boolean z, Byte b, Short s, Character c, Integer i, Long l, Float f, Double d) {}

    public record Strings(String text, byte[] array, Bytes bytes, ByteBuffer buffer, UUID uuid, BigDecimal decimal) {}

    public record Times(Instant instant, LocalDate date, Duration duration) {}

    public record Enums(Color ordinal, Color name, List<Color> names, Color[] ordinals) {}

    public record PrimitiveArrays(
            boolean[] z, short[] s, char[] c, int[] i, long[] l, float[] f, double[] d, byte[][] b) {}

    public record ObjectArrays(Integer[] i, Long[] l, Float[] f, String[] s, Bytes[] b, Byte[] bytes, UUID[] u) {}

    public record Lists(
            List<Integer> i, List<Long> l, List<Float> f, List<String> s, List<byte[]> b, Set<String> set) {}

    public record Money(long cents) {}

    public record Point(float x, float y) {}

    public record Own(Money price, List<Money> prices, Optional<Money> tip, Point point, Money[] array) {}

    /** Checks the message of a record and every way to decode it, and returns the decoded record. */
    static <T extends Record> T roundTrip(RecordCodec<T> codec, T record, ExampleBuilder expected) {
        Bytes message = codec.encode(record);

        assertThat(Example.parse(message)).isEqualTo(expected.build());
        assertThat(message).isEqualTo(expected.build().toBytes());

        T decoded = codec.decode(message);
        ByteBuffer direct = ByteBuffer.allocateDirect(message.size() + 5).position(3);
        direct.put(message.toByteArray()).flip().position(3);
        assertThat(codec.encode(decoded)).isEqualTo(message);
        assertThat(codec.encode(codec.decode(message.toByteArray()))).isEqualTo(message);
        assertThat(codec.encode(codec.decode(direct))).isEqualTo(message);
        assertThat(direct.position()).isEqualTo(3);
        assertThat(codec.encode(codec.decode(message.asByteBuffer()))).isEqualTo(message);
        byte[] padded = new byte[message.size() + 9];
        message.copyTo(0, padded, 4, message.size());
        ByteBuffer inside = ByteBuffer.wrap(padded, 4, message.size());
        assertThat(codec.encode(codec.decode(inside))).isEqualTo(message);
        assertThat(codec.encode(codec.decode(Bytes.copyOf(padded).slice(4, 4 + message.size()))))
                .isEqualTo(message);
        return decoded;
    }

    @Test
    void primitives() {
        RecordCodec<Primitives> codec =
                RecordCodec.builder(Primitives.class).doubleAsFloat("d").build();
        Primitives record =
                new Primitives(true, (byte) -128, (short) -3, '\uffff', Integer.MIN_VALUE, Long.MIN_VALUE, -0f, 0.5);

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("z", true)
                                .put("b", -128)
                                .put("s", -3)
                                .put("c", 0xffff)
                                .put("i", Integer.MIN_VALUE)
                                .put("l", Long.MIN_VALUE)
                                .put("f", -0f)
                                .put("d", 0.5)))
                .isEqualTo(record);
        assertThat(codec.specs())
                .hasToString("z:int64, b:int64, s:int64, c:int64, i:int64, l:int64, f:float32, d:float32");
    }

    @Test
    void roundedDoublesAreTheNearestFloats() {
        RecordCodec<Primitives> codec =
                RecordCodec.builder(Primitives.class).doubleAsFloat("d").build();

        Primitives decoded = codec.decode(codec.encode(new Primitives(false, (byte) 0, (short) 0, 'a', 0, 0, 0, 0.1)));

        assertThat(decoded.d()).isEqualTo((double) 0.1f);
    }

    @Test
    void wrappers() {
        RecordCodec<Wrappers> codec =
                RecordCodec.builder(Wrappers.class).doubleAsFloat("d").build();
        Wrappers record = new Wrappers(false, (byte) 127, (short) 9, 'x', 5, Long.MAX_VALUE, Float.NaN, 2.0);

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("z", false)
                                .put("b", 127)
                                .put("s", 9)
                                .put("c", 'x')
                                .put("i", 5)
                                .put("l", Long.MAX_VALUE)
                                .put("f", Float.NaN)
                                .put("d", 2.0)))
                .isEqualTo(record);
    }

    public record Floats(float single, Float wrapper, float[] array, List<Float> list) {}

    @Test
    void floatsKeepTheBitsOfNaN() {
        RecordCodec<Floats> codec = RecordCodec.of(Floats.class);
        for (int bits : new int[] {0x7f812345, 0xffc12345, 0x80000000, 1}) {
            float value = Float.intBitsToFloat(bits);

            Floats decoded = codec.decode(codec.encode(new Floats(value, value, new float[] {value}, List.of(value))));

            assertThat(Float.floatToRawIntBits(decoded.single())).isEqualTo(bits);
            assertThat(Float.floatToRawIntBits(decoded.wrapper())).isEqualTo(bits);
            assertThat(Float.floatToRawIntBits(decoded.array()[0])).isEqualTo(bits);
            assertThat(Float.floatToRawIntBits(decoded.list().get(0))).isEqualTo(bits);
        }
    }

    public record Decimals(List<BigDecimal> list) {}

    @Test
    void decimalsKeepTheirScale() {
        RecordCodec<Decimals> codec = RecordCodec.of(Decimals.class);
        Decimals record = new Decimals(List.of(
                new BigDecimal("1E+2147483647"),
                new BigDecimal("-1E-2147483647"),
                new BigDecimal("0E+5"),
                new BigDecimal("0.00"),
                new BigDecimal("9".repeat(500))));

        assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
    }

    @Test
    void byteStrings() {
        RecordCodec<Strings> codec = RecordCodec.of(Strings.class);
        UUID uuid = new UUID(0x123456789abcdef0L, -2);
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 8, 7, 6}, 1, 2);
        Strings record = new Strings(
                "gr\u00fcn \ud83d\ude00",
                new byte[] {1, 0, -1},
                Bytes.ofUtf8("b"),
                buffer,
                uuid,
                new BigDecimal("1.50"));

        Strings decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("text", "gr\u00fcn \ud83d\ude00")
                        .put("array", new byte[] {1, 0, -1})
                        .put("bytes", "b")
                        .put("buffer", new byte[] {8, 7})
                        .put("uuid", "12345678-9abc-def0-ffff-fffffffffffe")
                        .put("decimal", "1.50"));

        assertThat(decoded.text()).isEqualTo(record.text());
        assertThat(decoded.array()).isEqualTo(record.array());
        assertThat(decoded.bytes()).isEqualTo(record.bytes());
        assertThat(decoded.buffer()).isEqualTo(ByteBuffer.wrap(new byte[] {8, 7}));
        assertThat(decoded.buffer().isReadOnly()).isTrue();
        assertThat(decoded.buffer().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(decoded.uuid()).isEqualTo(uuid);
        assertThat(decoded.decimal()).isEqualTo(record.decimal());
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void decodedBytesDoNotChangeWithTheArray() {
        RecordCodec<Strings> codec = RecordCodec.of(Strings.class);
        byte[] message = codec.encode(new Strings(
                        "", new byte[0], Bytes.ofHex("0102"), ByteBuffer.allocate(3), new UUID(0, 0), BigDecimal.TEN))
                .toByteArray();

        Strings decoded = codec.decode(message);
        Arrays.fill(message, (byte) 7);

        assertThat(decoded.bytes()).isEqualTo(Bytes.ofHex("0102"));
        assertThat(decoded.buffer()).isEqualTo(ByteBuffer.allocate(3));
    }

    @Test
    void times() {
        RecordCodec<Times> codec = RecordCodec.of(Times.class);
        Times record = new Times(
                Instant.parse("2026-11-23T04:05:06.123456789Z"), LocalDate.of(1969, 12, 31), Duration.ofNanos(-1));

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("instant", 1_795_406_706_123_456_789L)
                                .put("date", -1)
                                .put("duration", -1)))
                .isEqualTo(record);
    }

    @Test
    void timesAtTheLimitsAreExact() {
        RecordCodec<Times> codec = RecordCodec.of(Times.class);
        for (long nanos : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE}) {
            Times record = new Times(Instant.ofEpochSecond(0).plusNanos(nanos), LocalDate.MIN, Duration.ofNanos(nanos));

            assertThat(Example.parse(codec.encode(record)).feature("instant").longValue())
                    .isEqualTo(nanos);
            assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
        }
        Instant late = Instant.ofEpochSecond(0).plusNanos(Long.MAX_VALUE).plusNanos(1);
        Instant early = Instant.ofEpochSecond(0).plusNanos(Long.MIN_VALUE).minusNanos(1);
        for (Instant instant : List.of(late, early, Instant.MIN, Instant.MAX)) {
            assertThatThrownBy(() -> codec.encode(new Times(instant, LocalDate.MAX, Duration.ZERO)))
                    .isInstanceOf(TypedRecordException.class)
                    .hasMessageContaining("component instant")
                    .hasMessageContaining("found " + instant);
        }
        assertThatThrownBy(() -> codec.encode(new Times(
                        Instant.EPOCH,
                        LocalDate.MAX,
                        Duration.ofNanos(Long.MIN_VALUE).minusNanos(1))))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component duration");
    }

    @Test
    void enums() {
        RecordCodec<Enums> codec =
                RecordCodec.builder(Enums.class).enumByName("name", "names").build();
        Enums record = new Enums(
                Color.GREEN, Color.GREEN, List.of(Color.RED, Color.GREEN), new Color[] {Color.GREEN, Color.RED});

        Enums decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("ordinal", 1)
                        .put("name", "GREEN")
                        .put("names", "RED", "GREEN")
                        .put("ordinals", 1, 0));

        assertThat(decoded.name()).isSameAs(Color.GREEN);
        assertThat(decoded.names()).isEqualTo(record.names());
        assertThat(decoded.ordinals()).isEqualTo(record.ordinals());
    }

    @Test
    void arraysOfPrimitives() {
        RecordCodec<PrimitiveArrays> codec =
                RecordCodec.builder(PrimitiveArrays.class).doubleAsFloat("d").build();
        PrimitiveArrays record = new PrimitiveArrays(
                new boolean[] {true, false},
                new short[] {-1, 2},
                new char[] {'a'},
                new int[] {Integer.MAX_VALUE, 300, -7},
                new long[] {1L << 40, 0},
                new float[] {1.5f, Float.NEGATIVE_INFINITY},
                new double[] {0.25},
                new byte[][] {{1}, {}, {2, 3}});

        PrimitiveArrays decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("z", true, false)
                        .put("s", Feature.of(-1L, 2L))
                        .put("c", Feature.of(97L))
                        .put("i", Integer.MAX_VALUE, 300, -7)
                        .put("l", 1L << 40, 0L)
                        .put("f", 1.5f, Float.NEGATIVE_INFINITY)
                        .put("d", new double[] {0.25})
                        .put("b", new byte[] {1}, new byte[0], new byte[] {2, 3}));

        assertThat(decoded).usingRecursiveComparison().isEqualTo(record);
        assertThat(codec.specs())
                .hasToString("z:int64*, s:int64*, c:int64*, i:int64*, l:int64*, f:float32*, d:float32*, b:string*");
    }

    @Test
    void arraysOfObjects() {
        RecordCodec<ObjectArrays> codec = RecordCodec.of(ObjectArrays.class);
        ObjectArrays record = new ObjectArrays(
                new Integer[] {1, -2},
                new Long[] {3L},
                new Float[] {0.5f},
                new String[] {"a", ""},
                new Bytes[] {Bytes.ofHex("ff")},
                new Byte[] {1, 2},
                new UUID[] {new UUID(1, 2)});

        ObjectArrays decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("i", 1, -2)
                        .put("l", new long[] {3})
                        .put("f", new float[] {0.5f})
                        .put("s", "a", "")
                        .put("b", new byte[] {-1})
                        .put("bytes", 1, 2)
                        .put("u", new UUID(1, 2).toString()));

        assertThat(decoded)
                .usingRecursiveComparison()
                .withEqualsForType(Bytes::equals, Bytes.class)
                .isEqualTo(record);
    }

    @Test
    void listsAndSets() {
        RecordCodec<Lists> codec = RecordCodec.of(Lists.class);
        Set<String> set = new LinkedHashSet<>(List.of("z", "a"));
        Lists record = new Lists(
                List.of(1, 2), List.of(3L), List.of(1f), List.of("x", "\u00e9"), List.of(new byte[] {1}), set);

        Lists decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("i", 1, 2)
                        .put("l", new long[] {3})
                        .put("f", new float[] {1})
                        .put("s", "x", "\u00e9")
                        .put("b", new byte[] {1})
                        .put("set", "z", "a"));

        assertThat(decoded).usingRecursiveComparison().ignoringFields("set").isEqualTo(record);
        assertThat(decoded.set()).containsExactly("z", "a");
        assertThatThrownBy(() -> decoded.i().add(3)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> decoded.set().add("b")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void emptyListsArePresent() {
        RecordCodec<Lists> codec = RecordCodec.of(Lists.class);
        Lists record = new Lists(List.of(), List.of(), List.of(), List.of(), List.of(), Set.of());

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder()
                                .put("i", new long[0])
                                .put("l", new long[0])
                                .put("f", new float[0])
                                .put("s", new String[0])
                                .put("b", new Bytes[0])
                                .put("set", new Bytes[0])))
                .isEqualTo(record);
    }

    @Test
    void equalElementsOfASetCountOnce() {
        RecordCodec<Lists> codec = RecordCodec.of(Lists.class);
        Bytes message = Example.builder()
                .put("i", new long[0])
                .put("l", new long[0])
                .put("f", new float[0])
                .put("s", new String[0])
                .put("b", new Bytes[0])
                .put("set", "b", "a", "b")
                .build()
                .toBytes();

        assertThat(codec.decode(message).set()).containsExactly("b", "a");
    }

    @Test
    void ownTypes() {
        RecordCodec<Own> codec = RecordCodec.builder(Own.class)
                .with(Money.class, Long.class, Money::cents, Money::new)
                .with(Point.class, float[].class, p -> new float[] {p.x(), p.y()}, a -> new Point(a[0], a[1]))
                .build();
        Own record = new Own(
                new Money(3),
                List.of(new Money(4), new Money(5)),
                Optional.of(new Money(6)),
                new Point(1, 2),
                new Money[] {new Money(7)});

        Own decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("price", 3)
                        .put("prices", 4, 5)
                        .put("tip", 6)
                        .put("point", 1f, 2f)
                        .put("array", new long[] {7}));
        assertThat(decoded).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void aConversionReplacesABuiltInRule() {
        RecordCodec<Times> codec = RecordCodec.builder(Times.class)
                .with(Instant.class, long.class, Instant::toEpochMilli, Instant::ofEpochMilli)
                .build();
        Times record = new Times(Instant.ofEpochMilli(5), LocalDate.EPOCH, Duration.ZERO);

        assertThat(roundTrip(
                        codec,
                        record,
                        Example.builder().put("instant", 5).put("date", 0).put("duration", 0)))
                .isEqualTo(record);
    }

    @Test
    void largeMessages() {
        RecordCodec<PrimitiveArrays> codec =
                RecordCodec.builder(PrimitiveArrays.class).doubleAsFloat("d").build();
        long[] longs = new long[300_000];
        Arrays.setAll(longs, i -> 1L << i % 64);
        byte[][] blocks = {new byte[127], new byte[128], new byte[16_383], new byte[16_384], new byte[3_000_000]};
        PrimitiveArrays record = new PrimitiveArrays(
                new boolean[0],
                new short[0],
                new char[0],
                new int[0],
                longs,
                new float[200_000],
                new double[0],
                blocks);

        PrimitiveArrays decoded = roundTrip(
                codec,
                record,
                Example.builder()
                        .put("z", new long[0])
                        .put("s", new long[0])
                        .put("c", new long[0])
                        .put("i", new long[0])
                        .put("l", longs)
                        .put("f", new float[200_000])
                        .put("d", new float[0])
                        .put("b", blocks));
        assertThat(decoded.l()).isEqualTo(longs);
        assertThat(decoded.b()).isEqualTo(blocks);
    }
}

package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.internal.Varints;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the text and JSON written from the bytes of a message with the text and JSON of the parsed message. */
class WriteMessageTest {

    /** A number of values that does not fit in one piece. */
    private static final int MANY = 20_000;

    /** Names the message types. Each type has two methods for text and two methods for JSON. */
    private enum Message {
        EXAMPLE,
        OFRECORD,
        SEQUENCE_EXAMPLE;

        private Dialect dialect() {
            return this == OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        }

        String builtText(byte[] wire) {
            return this == SEQUENCE_EXAMPLE
                    ? SequenceExample.parse(wire).toText()
                    : Example.parse(wire, dialect()).toText(dialect());
        }

        String builtJson(byte[] wire) {
            return this == SEQUENCE_EXAMPLE
                    ? SequenceExample.parse(wire).toJson()
                    : Example.parse(wire, dialect()).toJson(dialect());
        }

        void writeText(Bytes wire, Appendable target) throws IOException {
            if (this == SEQUENCE_EXAMPLE) {
                SequenceExample.writeText(wire, target);
            } else {
                Example.writeText(wire, target, dialect());
            }
        }

        void writeJson(Bytes wire, Appendable target) throws IOException {
            if (this == SEQUENCE_EXAMPLE) {
                SequenceExample.writeJson(wire, target);
            } else {
                Example.writeJson(wire, target, dialect());
            }
        }

        byte[] oddWire(Random random) {
            OddWires wires = new OddWires(random);
            return this == SEQUENCE_EXAMPLE ? wires.sequenceExample() : wires.example(dialect());
        }

        byte[] usualWire(Random random) {
            RandomMessages messages = new RandomMessages(random);
            return this == SEQUENCE_EXAMPLE
                    ? messages.sequenceExample().toByteArray()
                    : messages.example(dialect()).toByteArray(dialect());
        }
    }

    private static void assertWrittenAsBuilt(Message message, byte[] wire, String name) throws IOException {
        // The message lies in the middle of an array, so that offsets in the array and in the message differ.
        byte[] around = new byte[wire.length + 12];
        System.arraycopy(wire, 0, around, 5, wire.length);
        Bytes middle = Bytes.ofOwned(around).slice(5, 5 + wire.length);
        TextPieces text = new TextPieces();
        TextPieces json = new TextPieces();
        message.writeText(middle, text);
        message.writeJson(middle, json);
        assertThat(text.all()).as(name).isEqualTo(message.builtText(wire));
        assertThat(json.all()).as(name).isEqualTo(message.builtJson(wire));
        assertThat(Math.max(text.largest(), json.largest())).as(name).isLessThan(200_000);
    }

    @ParameterizedTest
    @EnumSource
    void writesUsualMessages(Message message) throws Exception {
        Rounds.run(
                "writesUsualMessages",
                300,
                (random, name) -> assertWrittenAsBuilt(message, message.usualWire(random), name));
    }

    /**
     * Writes messages with unknown fields, duplicate names, several lists and kinds in a feature, and entries without
     * key or value.
     */
    @ParameterizedTest
    @EnumSource
    void writesUnusualMessages(Message message) throws Exception {
        Rounds.run(
                "writesUnusualMessages",
                2_000,
                (random, name) -> assertWrittenAsBuilt(message, message.oddWire(random), name));
    }

    @ParameterizedTest
    @EnumSource
    void rejectsMalformedMessagesBeforeWriting(Message message) throws Exception {
        Rounds.run("malformedMessages", 2_000, (random, name) -> {
            byte[] wire = new OddWires(random).damaged(message.oddWire(random));
            MalformedMessageException expected = null;
            try {
                message.builtText(wire);
            } catch (MalformedMessageException e) {
                expected = e;
            }
            if (expected == null) {
                assertWrittenAsBuilt(message, wire, name);
                return;
            }
            TextPieces pieces = new TextPieces();
            assertThatThrownBy(() -> message.writeText(Bytes.ofOwned(wire), pieces))
                    .as(name)
                    .hasMessage(expected.getMessage());
            assertThatThrownBy(() -> message.writeJson(Bytes.ofOwned(wire), pieces))
                    .as(name)
                    .hasMessage(expected.getMessage());
            assertThat(pieces.all()).as(name).isEmpty();
        });
    }

    // ---------------------------------------------------------------- lists of many pieces

    private static byte[] field(int number, byte[]... body) {
        byte[] all = OddWires.join(body);
        return OddWires.join(varint(number << 3 | 2), varint(all.length), all);
    }

    private static byte[] varint(long value) {
        byte[] bytes = new byte[Varints.MAX_SIZE];
        return Arrays.copyOf(bytes, Varints.write(bytes, 0, value));
    }

    private static byte[] entry(String name, byte[]... feature) {
        return field(1, field(1, Bytes.ofUtf8(name).toByteArray()), field(2, feature));
    }

    private static void assertFeatures(Dialect dialect, byte[]... entries) throws IOException {
        byte[] features = OddWires.join(entries);
        if (dialect == Dialect.ONEFLOW) {
            assertWrittenAsBuilt(Message.OFRECORD, features, "OFRecord");
        } else {
            assertWrittenAsBuilt(Message.EXAMPLE, field(1, features), "Example");
            assertWrittenAsBuilt(Message.SEQUENCE_EXAMPLE, field(1, features), "SequenceExample");
        }
    }

    private static byte[] integers(Random random, int count) {
        return OddWires.join(IntStream.range(0, count)
                .mapToObj(i -> varint(random.nextLong() >> random.nextInt(64)))
                .toArray(byte[][]::new));
    }

    private static byte[] floats(Random random, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putFloat(i % 100 == 0 ? Float.NaN : i % 100 == 1 ? -1 / 0f : random.nextFloat());
        }
        return bytes.array();
    }

    private static byte[] doubles(Random random, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putDouble(i % 100 == 0 ? Double.NaN : i % 100 == 1 ? 1 / 0d : random.nextGaussian());
        }
        return bytes.array();
    }

    @Test
    void writesPackedNumbersOfManyPieces() throws IOException {
        Random random = new Random(5);
        assertFeatures(
                Dialect.TENSORFLOW,
                entry("int64", field(3, field(1, integers(random, MANY)))),
                entry("small", field(3, field(1, new byte[MANY]))),
                entry("float", field(2, field(1, floats(random, MANY)))));
        assertFeatures(
                Dialect.ONEFLOW,
                entry("int64", field(5, field(1, integers(random, MANY)))),
                entry("int32", field(4, field(1, integers(random, MANY)))),
                entry("float", field(2, field(1, floats(random, MANY)))),
                entry("double", field(3, field(1, doubles(random, MANY)))));
    }

    /** Tests two-byte integers at odd offsets, which cross the end of every piece. */
    @Test
    void writesIntegersAcrossTheEndOfAPiece() throws IOException {
        byte[] twos = OddWires.join(
                IntStream.range(0, MANY).mapToObj(i -> varint(300)).toArray(byte[][]::new));
        assertFeatures(Dialect.TENSORFLOW, entry("x", field(3, field(1, new byte[] {7}, twos))));
    }

    @Test
    void writesManyByteStringsAndALongOne() throws IOException {
        Random random = new Random(6);
        byte[] longOne = new byte[300_001];
        random.nextBytes(longOne);
        byte[][] many = IntStream.range(0, MANY)
                .mapToObj(i -> field(1, Arrays.copyOf(longOne, random.nextInt(4))))
                .toArray(byte[][]::new);
        assertFeatures(
                Dialect.TENSORFLOW,
                entry("many", field(1, many)),
                entry("one", field(1, field(1, longOne))),
                entry("some", field(1, field(1, longOne), field(1, new byte[0]), field(1, longOne))));
    }

    @Test
    void writesChunksAndSingleNumbersOfSeveralLists() throws IOException {
        Random random = new Random(7);
        byte[] chunk = field(1, integers(random, MANY));
        byte[] single = OddWires.join(varint(1 << 3), varint(77));
        byte[] unknown = field(9, new byte[] {1, 2, 3});
        assertFeatures(
                Dialect.TENSORFLOW,
                entry("mixed", field(3, single, chunk, unknown, single), unknown, field(3, chunk)),
                entry(
                        "singles",
                        field(3, IntStream.range(0, MANY).mapToObj(i -> single).toArray(byte[][]::new))));
    }

    @Test
    void writesTheLastKindAndTheLastEntry() throws IOException {
        Random random = new Random(8);
        byte[] ints = field(3, field(1, integers(random, MANY)));
        byte[] others = field(2, field(1, floats(random, MANY)));
        assertFeatures(
                Dialect.TENSORFLOW,
                entry("kinds", ints, others, ints, ints),
                entry("kinds, empty", ints, field(2)),
                entry("twice", ints),
                entry("twice", others),
                field(
                        1,
                        field(1, new byte[] {'m'}),
                        field(2, ints),
                        field(2, ints),
                        field(2, others),
                        field(2, others)));
    }

    @Test
    void escapesUnusualNames() throws IOException {
        byte[] ints = field(3, field(1, integers(new Random(9), 100)));
        assertFeatures(
                Dialect.TENSORFLOW,
                entry("", ints),
                entry("\"'\\\n\t\u0000\u001b\u007f\u009b", ints),
                entry("\u2028\u202e", ints),
                entry("\ud83d\ude42".repeat(50_000), ints),
                entry("no kind"),
                entry("no values", field(1)));
    }

    @Test
    void writesStepsOfManyPieces() throws IOException {
        Random random = new Random(10);
        byte[] large = field(1, field(3, field(1, integers(random, MANY))));
        byte[] other = field(1, field(2, field(1, floats(random, MANY))));
        byte[] none = field(1);
        assertWrittenAsBuilt(
                Message.SEQUENCE_EXAMPLE,
                field(2, entry("frames", large, none, other, large), entry("empty"), entry("frames", other, large)),
                "steps");
        byte[][] many = IntStream.range(0, MANY).mapToObj(i -> none).toArray(byte[][]::new);
        assertWrittenAsBuilt(Message.SEQUENCE_EXAMPLE, field(2, entry("many", many)), "many steps");
    }

    @Test
    void throwsTheExceptionOfTheTarget() {
        IOException full = new IOException("full");
        Bytes wire = Example.builder().put("a", new long[MANY]).build().toBytes();
        for (Message message : List.of(Message.EXAMPLE, Message.SEQUENCE_EXAMPLE)) {
            assertThatThrownBy(() -> message.writeText(wire, TextPieces.failing(full)))
                    .isSameAs(full);
            assertThatThrownBy(() -> message.writeJson(wire, TextPieces.failing(full)))
                    .isSameAs(full);
        }
    }
}

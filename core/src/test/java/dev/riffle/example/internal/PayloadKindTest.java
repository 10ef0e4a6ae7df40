package dev.riffle.example.internal;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;
import static dev.riffle.example.internal.ForeignMessages.varint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.RandomMessages;
import dev.riffle.example.SequenceExample;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PayloadKindTest {

    private static final Example EXAMPLE =
            Example.builder().put("legs", 4L).put("name", "cat").build();

    private static final Example WITHOUT_KINDS = Example.builder()
            .put("legs", Feature.notSet())
            .put("name", Feature.notSet())
            .build();

    private static final SequenceExample SEQUENCE = SequenceExample.builder()
            .context(EXAMPLE)
            .put("steps", Feature.of(1L), Feature.of(2L))
            .build();

    private static Optional<PayloadKind> misread(PayloadKind type, byte[] payload) {
        return type.misread(ByteBuffer.wrap(payload));
    }

    @Test
    void recognizesMessagesWithValues() {
        assertThat(PayloadKind.of(EXAMPLE.toByteArray())).isEqualTo(PayloadKind.EXAMPLE);
        assertThat(PayloadKind.of(SEQUENCE.toByteArray())).isEqualTo(PayloadKind.SEQUENCE_EXAMPLE);
        assertThat(PayloadKind.of(EXAMPLE.toByteArray(Dialect.ONEFLOW))).isEqualTo(PayloadKind.OFRECORD);
        for (int query = 0; query < 300; query++) {
            assertThat(PayloadKind.of(ForeignMessages.exampleListWithContext(query)))
                    .isEqualTo(PayloadKind.EXAMPLE_LIST);
            assertThat(PayloadKind.of(ForeignMessages.exampleList(query))).isEqualTo(PayloadKind.EXAMPLE_LIST);
        }
        assertThat(PayloadKind.of(ForeignMessages.sam(1))).isEqualTo(PayloadKind.PROTOBUF);
        assertThat(PayloadKind.of(ForeignMessages.variant(1))).isEqualTo(PayloadKind.PROTOBUF);
        assertThat(PayloadKind.of(ForeignMessages.position(1))).isEqualTo(PayloadKind.PROTOBUF);
    }

    @Test
    void unknownFieldsBesideValuesDoNotChangeTheType() {
        byte[] example = join(EXAMPLE.toByteArray(), varint(3, 7));
        assertThat(PayloadKind.of(example)).isEqualTo(PayloadKind.EXAMPLE);
        assertThat(PayloadKind.otherThanExample(example, RecordFormat.TFRECORD)).isEmpty();
        assertThat(misread(PayloadKind.EXAMPLE, example)).isEmpty();
        byte[] otherField2 = join(EXAMPLE.toByteArray(), field(2, "text"));
        assertThat(PayloadKind.otherThanExample(otherField2, RecordFormat.TFRECORD))
                .isEmpty();

        byte[] sequence = join(SEQUENCE.toByteArray(), varint(3, 7));
        assertThat(PayloadKind.of(sequence)).isEqualTo(PayloadKind.SEQUENCE_EXAMPLE);
        assertThat(PayloadKind.otherThanExample(sequence, RecordFormat.TFRECORD))
                .contains(PayloadKind.SEQUENCE_EXAMPLE);
        assertThat(PayloadKind.otherThanExample(SEQUENCE.toByteArray(), RecordFormat.TFRECORD))
                .contains(PayloadKind.SEQUENCE_EXAMPLE);

        byte[] withoutKinds = join(WITHOUT_KINDS.toByteArray(), varint(3, 7));
        assertThat(PayloadKind.otherThanExample(withoutKinds, RecordFormat.TFRECORD))
                .contains(PayloadKind.PROTOBUF);
        assertThat(PayloadKind.otherThanExample(ForeignMessages.sam(1), RecordFormat.TFRECORD))
                .contains(PayloadKind.PROTOBUF);
        assertThat(PayloadKind.otherThanExample(ForeignMessages.exampleListWithContext(1), RecordFormat.TFRECORD))
                .contains(PayloadKind.EXAMPLE_LIST);
    }

    @Test
    void recognizesMessagesWithoutValues() {
        assertThat(PayloadKind.of(new byte[0])).isEqualTo(PayloadKind.EMPTY);
        assertThat(PayloadKind.of(WITHOUT_KINDS.toByteArray())).isEqualTo(PayloadKind.EXAMPLE);
        assertThat(PayloadKind.of(new byte[] {0x0a, 0})).isEqualTo(PayloadKind.EXAMPLE);
        assertThat(PayloadKind.of(new byte[] {0x12, 0})).isEqualTo(PayloadKind.SEQUENCE_EXAMPLE);
    }

    @Test
    void recognizesEvents() {
        for (byte[] event : new byte[][] {
            ForeignMessages.eventVersion(),
            ForeignMessages.event(3, ForeignMessages.scalar("loss", 0.5f)),
            ForeignMessages.event(-1, ForeignMessages.scalar("loss", Float.NaN), ForeignMessages.scalar("", 1)),
            ForeignMessages.event(0),
            join(ForeignMessages.wallTime(1.7e9), field(4, new byte[] {1, 2, 3})),
            join(ForeignMessages.wallTime(1.7e9), field(7, varint(1, 1)), field(10, field(1, "writer")))
        }) {
            assertThat(PayloadKind.of(event)).isEqualTo(PayloadKind.EVENT);
            assertThat(misread(PayloadKind.EXAMPLE, event)).contains(PayloadKind.EVENT);
            assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, event)).contains(PayloadKind.EVENT);
            assertThat(PayloadKind.otherThanExample(event, RecordFormat.TFRECORD))
                    .contains(PayloadKind.EVENT);
        }
    }

    @Test
    void doesNotMistakeOtherMessagesForEvents() {
        byte[] event = ForeignMessages.event(3, ForeignMessages.scalar("loss", 0.5f));
        for (byte[] payload : new byte[][] {
            ForeignMessages.wallTime(1.7e9),
            join(ForeignMessages.wallTime(3.5), field(4, "name")),
            join(ForeignMessages.wallTime(1.7e9), field(3, "name")),
            join(event, varint(11, 1)),
            join(event, field(2, "step")),
            join(ForeignMessages.wallTime(1.7e9), field(5, field(2, "value"))),
            join(ForeignMessages.wallTime(1.7e9), field(5, field(1, field(10, "value")))),
            join(ForeignMessages.wallTime(1.7e9), field(5, field(1, varint(2, 7))))
        }) {
            assertThat(PayloadKind.of(payload)).isEqualTo(PayloadKind.PROTOBUF);
        }
        assertThat(PayloadKind.of(Arrays.copyOf(event, event.length - 1))).isEqualTo(PayloadKind.BYTES);
    }

    @Test
    void namesTheTypeInOneSentence() {
        byte[] event = ForeignMessages.event(3, ForeignMessages.scalar("loss", 0.5f));
        assertThat(PayloadKind.EVENT.insteadOf(PayloadKind.EXAMPLE, event))
                .isEqualTo("is a TensorBoard event, not an Example; 'riffle cat' prints it");
        assertThat(PayloadKind.BYTES.insteadOf(PayloadKind.EXAMPLE, new byte[] {0x0a, 5}))
                .isEqualTo("is bytes of an unknown kind, not an Example (at byte 1: length 5, but only 0 bytes are"
                        + " left); 'riffle cat' prints it");
        assertThat(PayloadKind.PROTOBUF.insteadOf(PayloadKind.OFRECORD, ForeignMessages.sam(1)))
                .isEqualTo("is a protobuf message of another type, not an OFRecord; 'riffle cat' prints it");
        assertThat(PayloadKind.EXAMPLE.insteadOf(PayloadKind.EVENT, EXAMPLE.toByteArray()))
                .isEqualTo("is an Example, not a TensorBoard event; 'riffle cat' prints it");
    }

    @Test
    void recognizesOtherPayloads() {
        assertThat(PayloadKind.of("some text".getBytes(StandardCharsets.UTF_8))).isEqualTo(PayloadKind.TEXT);
        assertThat(PayloadKind.of("{\"a\":[1,2]}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(PayloadKind.JSON);
        assertThat(PayloadKind.of(new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff}))
                .isEqualTo(PayloadKind.IMAGE);
        assertThat(PayloadKind.of(new byte[] {(byte) 0xff})).isEqualTo(PayloadKind.BYTES);
    }

    @Test
    void prefersOfRecordInOfRecordFiles() {
        byte[] payload = EXAMPLE.toByteArray(Dialect.ONEFLOW);

        assertThat(PayloadKind.of(payload, RecordFormat.OFRECORD)).isEqualTo(PayloadKind.OFRECORD);
        assertThat(PayloadKind.of(WITHOUT_KINDS.toByteArray(Dialect.ONEFLOW), RecordFormat.OFRECORD))
                .isEqualTo(PayloadKind.OFRECORD);
        assertThat(PayloadKind.of(EXAMPLE.toByteArray(), RecordFormat.OFRECORD)).isEqualTo(PayloadKind.EXAMPLE);
        assertThat(PayloadKind.of("some text".getBytes(StandardCharsets.UTF_8), RecordFormat.OFRECORD))
                .isEqualTo(PayloadKind.TEXT);
    }

    @Test
    void findsListsOfExamplesInsteadOfFeaturesWithoutKinds() {
        for (byte[] payload :
                new byte[][] {ForeignMessages.exampleListWithContext(7), ForeignMessages.exampleList(7)}) {
            assertThat(misread(PayloadKind.EXAMPLE, payload)).contains(PayloadKind.EXAMPLE_LIST);
            assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, payload)).contains(PayloadKind.EXAMPLE_LIST);
        }
    }

    @Test
    void findsOtherMessagesInsteadOfListsOfExamples() {
        for (byte[] payload : new byte[][] {
            {},
            {0x0a, 0},
            {0x12, 0},
            field(1, EXAMPLE.toByteArray()),
            field(2, EXAMPLE.toByteArray()),
            join(field(1, new byte[0]), field(1, EXAMPLE.toByteArray()), varint(3, 7)),
            field(1, WITHOUT_KINDS.toByteArray()),
            ForeignMessages.exampleListWithContext(7)
        }) {
            assertThat(misread(PayloadKind.EXAMPLE_LIST, payload)).isEmpty();
        }
        assertThat(misread(PayloadKind.EXAMPLE_LIST, EXAMPLE.toByteArray())).contains(PayloadKind.EXAMPLE);
        assertThat(misread(PayloadKind.EXAMPLE_LIST, SEQUENCE.toByteArray())).contains(PayloadKind.SEQUENCE_EXAMPLE);
        assertThat(misread(PayloadKind.EXAMPLE_LIST, ForeignMessages.sam(3))).contains(PayloadKind.PROTOBUF);
        assertThat(misread(PayloadKind.EXAMPLE_LIST, "some text".getBytes(StandardCharsets.UTF_8)))
                .contains(PayloadKind.TEXT);
        byte[] list = ForeignMessages.exampleListWithContext(7);
        assertThat(misread(PayloadKind.EXAMPLE_LIST, Arrays.copyOf(list, list.length - 1)))
                .as("the last part is incomplete")
                .contains(PayloadKind.BYTES);
    }

    @Test
    void findsMessagesWithoutAKnownField() {
        for (byte[] payload :
                new byte[][] {ForeignMessages.sam(3), ForeignMessages.variant(3), varint(1, 7), varint(9, 7)}) {
            assertThat(misread(PayloadKind.EXAMPLE, payload)).contains(PayloadKind.PROTOBUF);
            assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, payload)).contains(PayloadKind.PROTOBUF);
            assertThat(misread(PayloadKind.OFRECORD, payload)).contains(PayloadKind.PROTOBUF);
        }
        byte[] listsAlone =
                SequenceExample.builder().put("steps", Feature.of(1L)).build().toByteArray();
        assertThat(misread(PayloadKind.EXAMPLE, listsAlone)).contains(PayloadKind.SEQUENCE_EXAMPLE);
    }

    @Test
    void findsMessagesWhoseKnownFieldsDoNotParse() {
        assertThat(misread(PayloadKind.EXAMPLE, field(1, "read-1"))).contains(PayloadKind.PROTOBUF);
        assertThat(misread(PayloadKind.EXAMPLE, "some text".getBytes(StandardCharsets.UTF_8)))
                .contains(PayloadKind.TEXT);
        assertThat(misread(PayloadKind.EXAMPLE, EXAMPLE.toByteArray(Dialect.ONEFLOW)))
                .contains(PayloadKind.OFRECORD);
        assertThat(misread(PayloadKind.EXAMPLE, new byte[] {0x0a, 5})).contains(PayloadKind.BYTES);
    }

    @Test
    void findsMessagesWithoutKindsThatHaveUnknownFields() {
        assertThat(misread(PayloadKind.EXAMPLE, ForeignMessages.position(1))).contains(PayloadKind.PROTOBUF);
        assertThat(misread(PayloadKind.EXAMPLE, field(1, field(1, field(1, "\u0012\u0005chr20")))))
                .as("a name with control characters")
                .contains(PayloadKind.PROTOBUF);
    }

    @Test
    void acceptsMessagesOfTheType() {
        for (byte[] payload : new byte[][] {
            {},
            {0x0a, 0},
            EXAMPLE.toByteArray(),
            WITHOUT_KINDS.toByteArray(),
            Example.builder().put("a", new long[0]).build().toByteArray(),
            join(EXAMPLE.toByteArray(), varint(9, 7)),
            join(varint(9, 7), EXAMPLE.toByteArray())
        }) {
            assertThat(misread(PayloadKind.EXAMPLE, payload)).isEmpty();
            assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, payload)).isEmpty();
        }
        assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, SEQUENCE.toByteArray()))
                .isEmpty();
        assertThat(misread(PayloadKind.SEQUENCE_EXAMPLE, new byte[] {0x12, 0})).isEmpty();
        assertThat(misread(PayloadKind.EXAMPLE, SEQUENCE.toByteArray()))
                .as("its context has values")
                .isEmpty();
        assertThat(misread(PayloadKind.OFRECORD, EXAMPLE.toByteArray(Dialect.ONEFLOW)))
                .isEmpty();
        assertThat(misread(PayloadKind.OFRECORD, WITHOUT_KINDS.toByteArray(Dialect.ONEFLOW)))
                .isEmpty();
    }

    @Test
    void readsTheRemainingBytesOfABuffer() {
        byte[] payload = ForeignMessages.exampleListWithContext(1);
        ByteBuffer buffer = ByteBuffer.allocateDirect(payload.length + 5);
        buffer.position(3).put(payload).flip().position(3);

        assertThat(PayloadKind.EXAMPLE.misread(buffer)).contains(PayloadKind.EXAMPLE_LIST);
        assertThat(buffer.position()).isEqualTo(3);
    }

    @Test
    void checksOnlyTypesThatRiffleReads() {
        assertThatIllegalStateException().isThrownBy(() -> misread(PayloadKind.EVENT, new byte[] {0x0a, 0}));
    }

    @Test
    void recognizedMessagesParse() throws Exception {
        Rounds.run("PayloadKindTest", 2000, (random, name) -> {
            byte[] payload = mutated(random, message(random));

            switch (PayloadKind.of(payload)) {
                case EXAMPLE -> assertThat(Example.parse(payload)).as(name).isNotNull();
                case SEQUENCE_EXAMPLE ->
                    assertThat(SequenceExample.parse(payload)).as(name).isNotNull();
                case OFRECORD ->
                    assertThat(Example.parse(payload, Dialect.ONEFLOW)).as(name).isNotNull();
                case EXAMPLE_LIST, EVENT, IMAGE, JSON, TEXT, PROTOBUF, EMPTY, BYTES -> {}
            }
        });
    }

    private static byte[] message(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new RandomMessages(random).example(Dialect.TENSORFLOW).toByteArray();
            case 1 -> new RandomMessages(random).example(Dialect.ONEFLOW).toByteArray(Dialect.ONEFLOW);
            case 2 -> new RandomMessages(random).sequenceExample().toByteArray();
            case 3 -> ForeignMessages.event(random.nextInt(), ForeignMessages.scalar("loss", random.nextFloat()));
            default -> ForeignMessages.exampleListWithContext(random.nextInt(1000));
        };
    }

    private static byte[] mutated(Random random, byte[] message) {
        byte[] mutated = message.clone();
        int flips = mutated.length == 0 ? 0 : random.nextInt(3);
        for (int i = 0; i < flips; i++) {
            mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return mutated;
    }
}

package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import dev.riffle.Rounds;
import dev.riffle.oracle.oneflow.OFRecord;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares Riffle with protobuf-java: values in both directions, unusual encodings, damaged messages, and text. */
class ExampleInteropTest {

    private static final int MESSAGES = Rounds.count(3000);
    private static final int WIRES = Rounds.count(20_000);

    private final long seed = Rounds.seed("example interop");
    private final Random random = new Random(seed);
    private final RandomMessages messages = new RandomMessages(random);

    @Test
    void exchangesExamplesWithProtobuf() throws InvalidProtocolBufferException {
        for (int i = 0; i < MESSAGES; i++) {
            Example example = messages.example(Dialect.TENSORFLOW);
            dev.riffle.oracle.tensorflow.Example oracle = Oracle.of(example);
            assertThat(Example.parse(oracle.toByteArray()))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(example);
            assertThat(dev.riffle.oracle.tensorflow.Example.parseFrom(example.toByteArray()))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(oracle);
        }
    }

    @Test
    void exchangesSequenceExamplesWithProtobuf() throws InvalidProtocolBufferException {
        for (int i = 0; i < MESSAGES; i++) {
            SequenceExample example = messages.sequenceExample();
            dev.riffle.oracle.tensorflow.SequenceExample oracle = Oracle.of(example);
            assertThat(SequenceExample.parse(oracle.toByteArray()))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(example);
            assertThat(dev.riffle.oracle.tensorflow.SequenceExample.parseFrom(example.toByteArray()))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(oracle);
        }
    }

    @Test
    void exchangesOfRecordsWithProtobuf() throws InvalidProtocolBufferException {
        for (int i = 0; i < MESSAGES; i++) {
            Example example = messages.example(Dialect.ONEFLOW);
            OFRecord oracle = Oracle.ofRecord(example);
            assertThat(Example.parse(oracle.toByteArray(), Dialect.ONEFLOW))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(example);
            assertThat(OFRecord.parseFrom(example.toByteArray(Dialect.ONEFLOW)))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(oracle);
        }
    }

    @Test
    void exchangesFeaturesWithProtobuf() throws InvalidProtocolBufferException {
        for (int i = 0; i < MESSAGES; i++) {
            Feature feature = messages.feature(Dialect.TENSORFLOW);
            dev.riffle.oracle.tensorflow.Feature oracle = Oracle.feature(feature);
            assertThat(feature.toByteArray()).as("seed %d round %d", seed, i).isEqualTo(oracle.toByteArray());
            assertThat(Feature.parse(oracle.toByteArray()))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(feature);
            Feature record = messages.feature(Dialect.ONEFLOW);
            assertThat(dev.riffle.oracle.oneflow.Feature.parseFrom(record.toByteArray(Dialect.ONEFLOW)))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(Oracle.ofRecordFeature(record));
            assertThat(Feature.parse(record.toByteArray(Dialect.ONEFLOW), Dialect.ONEFLOW))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(record);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsUnusualEncodingsLikeProtobuf(Oracle oracle) {
        OddWires wires = new OddWires(random);
        for (int i = 0; i < WIRES; i++) {
            byte[] wire = wire(wires, oracle);
            assertThat(oracle.rewritten(wire)).as("seed %d round %d", seed, i).isNotNull();
            assertThat(oracle.disagreement(wire))
                    .as("seed %d round %d", seed, i)
                    .isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsDamagedAndJoinedMessagesLikeProtobuf(Oracle oracle) {
        OddWires wires = new OddWires(random);
        for (int i = 0; i < WIRES; i++) {
            byte[] wire = wires.damaged(wire(wires, oracle));
            assertThat(oracle.disagreement(wire))
                    .as("seed %d round %d", seed, i)
                    .isNull();
            byte[] joined = OddWires.join(wire(wires, oracle), wire);
            assertThat(oracle.disagreement(joined))
                    .as("seed %d round %d", seed, i)
                    .isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsEveryPrefixLikeProtobuf(Oracle oracle) {
        OddWires wires = new OddWires(random);
        for (int i = 0; i < 30; i++) {
            byte[] wire = wire(wires, oracle);
            for (int size = 0; size <= wire.length; size++) {
                assertThat(oracle.disagreement(Arrays.copyOf(wire, size)))
                        .as("seed %d round %d size %d", seed, i, size)
                        .isNull();
            }
        }
    }

    /** Tests nested groups at each level of the message, up to the maximum depth and beyond it. */
    @ParameterizedTest
    @EnumSource
    void readsNestedGroupsLikeProtobuf(Oracle oracle) {
        for (int level = 0; level <= 5; level++) {
            for (int groups = 90; groups <= 102; groups++) {
                byte[] wire = nested(oracle, level, groups);
                assertThat(oracle.disagreement(wire))
                        .as(
                                "level %d groups %d %s",
                                level, groups, HexFormat.of().formatHex(wire))
                        .isNull();
            }
        }
        assertThat(oracle.rewritten(nested(oracle, 0, 100))).isNotNull();
        assertThat(oracle.rewritten(nested(oracle, 0, 101))).isNull();
    }

    private static byte[] nested(Oracle oracle, int level, int groups) {
        byte[] body = new byte[groups * 2];
        Arrays.fill(body, 0, groups, (byte) (15 << 3 | 3));
        Arrays.fill(body, groups, groups * 2, (byte) (15 << 3 | 4));
        int[] path = switch (oracle) {
            case EXAMPLE -> new int[] {1, 1, 2, 3, 1};
            case SEQUENCE_EXAMPLE -> new int[] {2, 1, 2, 1, 3};
            case OFRECORD -> new int[] {1, 2, 5, 9, 9};
            case FEATURE -> new int[] {3, 1, 9, 9, 9};
            case OFRECORD_FEATURE -> new int[] {5, 9, 9, 9, 9};
        };
        for (int i = level - 1; i >= 0; i--) {
            byte[] header = new byte[4];
            header[0] = (byte) (path[i] << 3 | 2);
            int end = dev.riffle.internal.Varints.write(header, 1, body.length);
            body = OddWires.join(Arrays.copyOf(header, end), body);
        }
        return body;
    }

    private static byte[] wire(OddWires wires, Oracle oracle) {
        return switch (oracle) {
            case EXAMPLE -> wires.example(Dialect.TENSORFLOW);
            case SEQUENCE_EXAMPLE -> wires.sequenceExample();
            case OFRECORD -> wires.example(Dialect.ONEFLOW);
            case FEATURE -> wires.feature(Dialect.TENSORFLOW);
            case OFRECORD_FEATURE -> wires.feature(Dialect.ONEFLOW);
        };
    }

    @Test
    void exchangesTextWithProtobuf() throws TextFormat.ParseException {
        for (int i = 0; i < MESSAGES; i++) {
            Example example = messages.example(Dialect.TENSORFLOW);
            dev.riffle.oracle.tensorflow.Example oracle = Oracle.of(example);
            assertThat(TextFormat.parse(example.toText(), dev.riffle.oracle.tensorflow.Example.class))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(oracle);
            assertThat(Example.parseText(TextFormat.printer().printToString(oracle)))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(example);
            SequenceExample sequence = messages.sequenceExample();
            assertThat(SequenceExample.parseText(TextFormat.printer().printToString(Oracle.of(sequence))))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(sequence);
            Example record = messages.example(Dialect.ONEFLOW);
            assertThat(TextFormat.parse(record.toText(Dialect.ONEFLOW), OFRecord.class))
                    .as("seed %d round %d", seed, i)
                    .isEqualTo(Oracle.ofRecord(record));
        }
    }
}

package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.internal.Varints;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import dev.riffle.tensor.DType;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the parser throws only the documented exception for hostile payloads, and that its memory use is
 * proportional to the input.
 */
class ExampleParserHostileTest {

    private static final FeatureSpecs SPECS = FeatureSpecs.of(Map.of(
            "ints", FeatureSpec.varLen(DType.INT64),
            "floats", FeatureSpec.varLen(DType.FLOAT32),
            "texts", FeatureSpec.ragged(DType.STRING)));

    private static final ExampleParser PARSER = ExampleParser.compile(SPECS);

    @Test
    void parsesOrRejectsEveryPrefixOfAMessage() {
        Random random = new Random(Rounds.seed("ExampleParserHostileTest beginnings of messages"));
        for (Dialect dialect : Dialect.values()) {
            ParsedSpecs specs = new ParsedSpecs(random, dialect);
            FittingMessages messages = new FittingMessages(random, dialect, 0, 8);
            for (int i = 0; i < 8; i++) {
                Map<String, FeatureSpec> wanted = specs.example();
                byte[] message = messages.example(wanted);
                ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(wanted), dialect);
                for (int size = 0; size < message.length; size++) {
                    byte[] cut = Arrays.copyOf(message, size);
                    assertThat(ParserCheck.problems(
                                    PlainParser.parse(wanted, dialect, List.of(cut), Form.SINGLE),
                                    wanted,
                                    () -> parser.parse(cut)))
                            .as("%s bytes of %s", size, Bytes.ofOwned(message).hex())
                            .isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1, 127, 128, 1 << 20, Integer.MAX_VALUE - 8, Integer.MAX_VALUE, 1L << 31, 0xffffffffL, 1L << 35, -1
            })
    void rejectsLengthsBeyondTheEnd(long surplus) throws Exception {
        byte[] inner = join(varint(1), varint(2), varint(3));
        byte[] list = overrun(1, inner, surplus);
        byte[] text = overrun(1, new byte[] {'x'}, surplus);
        for (byte[] payload : List.of(
                example("ints", field(3, list)),
                example("ints", overrun(3, field(1, inner), surplus)),
                example("floats", field(2, overrun(1, new byte[4], surplus))),
                example("texts", field(1, text)),
                example("unasked", field(1, text)),
                field(1, field(1, join(field(1, ascii("ints")), overrun(2, field(3, field(1, inner)), surplus)))),
                field(1, field(1, overrun(1, ascii("ints"), surplus))),
                field(1, overrun(1, new byte[3], surplus)),
                overrun(1, new byte[3], surplus),
                overrun(9, new byte[3], surplus))) {
            long allocated = allocatedBy(() -> {
                assertThatThrownBy(() -> PARSER.parse(payload)).isInstanceOf(ExampleParseException.class);
                assertThatThrownBy(() -> PARSER.parse(List.of(Bytes.ofOwned(payload))))
                        .isInstanceOf(ExampleParseException.class);
                return 0;
            });
            assertThat(allocated).isLessThan(8 << 20);
        }
    }

    @Test
    void skipsKeysOfTenMegabytes() throws Exception {
        byte[] key = new byte[10_000_000];
        Arrays.fill(key, (byte) 'k');
        byte[] payload = join(
                example(new String(key, StandardCharsets.ISO_8859_1), field(3, field(1, varint(5)))),
                example("ints", field(3, field(1, varint(6)))));
        assertThat(PARSER.parse(payload).sparse("ints").values().toLongs()).containsExactly(6);
        long allocated = allocatedBy(() -> PARSER.parse(payload));
        assertThat(allocated).isLessThan(10L * payload.length);
    }

    @Test
    void readsKeysOfTenMegabytes() {
        String key = "k".repeat(10_000_000);
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(Map.of(key, FeatureSpec.varLen(DType.INT64))));
        byte[] payload = example(key, field(3, field(1, varint(5))));
        assertThat(parser.parse(payload).sparse(key).values().toLongs()).containsExactly(5);
        assertThatThrownBy(() -> parser.parse(example(key, field(2, new byte[0]))))
                .isInstanceOf(ExampleParseException.class);
    }

    @Test
    void skipsAMillionFeatures() throws Exception {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (int i = 0; i < 1_000_000; i++) {
            entries.writeBytes(field(1, join(field(1, ascii("f" + i)), field(2, field(3, field(1, varint(i)))))));
        }
        entries.writeBytes(field(1, join(field(1, ascii("ints")), field(2, field(3, field(1, varint(7)))))));
        byte[] payload = field(1, entries.toByteArray());
        assertThat(PARSER.parse(payload).sparse("ints").values().toLongs()).containsExactly(7);
        long allocated = allocatedBy(() -> PARSER.parse(payload));
        assertThat(allocated).isLessThan(10L * payload.length);
    }

    @Test
    void usesTheLastOfAMillionDuplicates() throws Exception {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (int i = 0; i < 1_000_000; i++) {
            entries.writeBytes(field(1, join(field(1, ascii("ints")), field(2, field(3, field(1, varint(i)))))));
        }
        byte[] payload = field(1, entries.toByteArray());
        assertThat(PARSER.parse(payload).sparse("ints").values().toLongs()).containsExactly(999_999);
        long allocated = allocatedBy(() -> PARSER.parse(payload));
        assertThat(allocated).isLessThan(2L * payload.length);
    }

    @Test
    void readsAListInAMillionPieces() throws Exception {
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        for (int i = 0; i < 1_000_000; i++) {
            pieces.writeBytes(field(3, i % 2 == 0 ? field(1, varint(i)) : join(varint(8), varint(i))));
        }
        byte[] payload = example("ints", pieces.toByteArray());
        long[] values = PARSER.parse(payload).sparse("ints").values().toLongs();
        assertThat(values).hasSize(1_000_000);
        assertThat(values[999_999]).isEqualTo(999_999);
        long allocated = allocatedBy(() -> PARSER.parse(payload));
        assertThat(allocated).isLessThan(20L * payload.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 90, 95, 96, 97, 98, 99, 100, 101, 102, 1000, 100_000})
    void skipsGroupsToTheDepthLimitOfProtobuf(int depth) {
        byte[] group = new byte[2 * depth];
        Arrays.fill(group, 0, depth, (byte) (15 << 3 | 3));
        Arrays.fill(group, depth, 2 * depth, (byte) (15 << 3 | 4));
        byte[] feature = field(3, field(1, varint(5)));
        List<byte[]> payloads = new ArrayList<>(List.of(
                join(group, example("ints", feature)),
                field(1, join(group, field(1, join(field(1, ascii("ints")), field(2, feature))))),
                field(1, field(1, join(field(1, ascii("ints")), group, field(2, feature)))),
                example("ints", join(group, feature)),
                example("ints", field(3, join(group, field(1, varint(5))))),
                example("unasked", field(3, join(group, field(1, varint(5)))))));
        for (byte[] payload : payloads) {
            assertThat(ParserCheck.problems(
                            PlainParser.parse(SPECS.asMap(), Dialect.TENSORFLOW, List.of(payload), Form.SINGLE),
                            SPECS.asMap(),
                            () -> PARSER.parse(payload)))
                    .isEmpty();
        }
    }

    @Test
    void needsLittleMemoryForEmptyMessages() throws Exception {
        List<Bytes> payloads = Collections.nCopies(100_000, Bytes.empty());
        PARSER.parse(payloads);
        long allocated = allocatedBy(() -> PARSER.parse(payloads));
        assertThat(allocated).isLessThan(100_000 * 400L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 28, Integer.MAX_VALUE - 1, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE})
    void allocatesNoRowsForAHugeRowId(long id) throws Exception {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(Map.of(
                "ints",
                FeatureSpec.ragged(DType.INT64)
                        .rowSplitsDType(DType.INT64)
                        .partitionedBy(new Partition.ValueRowIds("ids")))));
        byte[] payload =
                join(example("ints", field(3, field(1, varint(5)))), example("ids", field(3, field(1, varint(id)))));
        long allocated = allocatedBy(() -> {
            assertThatThrownBy(() -> parser.parse(payload)).isInstanceOf(ExampleParseException.class);
            assertThatThrownBy(() -> parser.parse(List.of(Bytes.ofOwned(payload))))
                    .isInstanceOf(ExampleParseException.class);
            return 0;
        });
        assertThat(allocated).isLessThan(8 << 20);
    }

    @Test
    void rejectsABatchWhosePaddingIsTooLarge() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(
                Map.of("ints", FeatureSpec.fixedLenSequence(DType.INT64).allowMissing())));
        List<Bytes> payloads = new ArrayList<>(Collections.nCopies(200_000, Bytes.empty()));
        byte[] values = new byte[20_000];
        payloads.add(Bytes.ofOwned(example("ints", field(3, field(1, values)))));
        assertThatThrownBy(() -> parser.parse(payloads)).isInstanceOf(ExampleParseException.class);
    }

    private static long allocatedBy(Callable<?> call) throws Exception {
        call.call();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        call.call();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static byte[] example(String key, byte[] feature) {
        return field(1, field(1, join(field(1, ascii(key)), field(2, feature))));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] field(int number, byte[] body) {
        return join(varint(number << 3 | 2), varint(body.length), body);
    }

    private static byte[] overrun(int number, byte[] body, long surplus) {
        return join(varint(number << 3 | 2), varint(body.length + surplus), body);
    }

    private static byte[] varint(long value) {
        byte[] bytes = new byte[Varints.MAX_SIZE];
        return Arrays.copyOf(bytes, Varints.write(bytes, 0, value));
    }

    private static byte[] join(byte[]... parts) {
        return FittingMessages.join(parts);
    }
}

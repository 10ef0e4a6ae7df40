package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.OddWires;
import dev.riffle.example.RandomMessages;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Parses random messages with random specs. The tensors must equal those of the plain parser, which uses protobuf-java.
 */
class ExampleParserInteropTest {

    private static final int ROUNDS = Rounds.count(150);

    /** Far more than 64 KiB, the size above which the parser uses two threads. */
    private static final long TWO_THREADS_BYTES = 256 << 10;

    @ParameterizedTest
    @EnumSource
    void parsesFittingMessages(Dialect dialect) {
        run("fitting messages", dialect, random -> new FittingMessages(random, dialect, 0, 0)::example);
    }

    @ParameterizedTest
    @EnumSource
    void parsesUnusualEncodings(Dialect dialect) {
        run("oddly written messages", dialect, random -> new FittingMessages(random, dialect, 0, 4)::example);
    }

    @ParameterizedTest
    @EnumSource
    void rejectsMessagesThatDoNotFitTheSpecs(Dialect dialect) {
        run("faulty messages", dialect, random -> new FittingMessages(random, dialect, 20, 30)::example);
    }

    @ParameterizedTest
    @EnumSource
    void parsesMessagesUnrelatedToTheSpecs(Dialect dialect) {
        run("any messages", dialect, random -> {
            RandomMessages any = new RandomMessages(random);
            OddWires odd = new OddWires(random);
            return specs -> random.nextBoolean() ? any.example(dialect).toByteArray(dialect) : odd.example(dialect);
        });
    }

    @ParameterizedTest
    @EnumSource
    void rejectsDamagedMessages(Dialect dialect) {
        run("damaged messages", dialect, random -> {
            OddWires odd = new OddWires(random);
            FittingMessages fitting = new FittingMessages(random, dialect, 0, 20);
            return specs -> random.nextInt(4) == 0 ? odd.damaged(fitting.example(specs)) : fitting.example(specs);
        });
    }

    /** Creates payloads for specs. */
    private interface Source {
        byte[] message(Map<String, FeatureSpec> specs);
    }

    private interface Sources {
        Source of(Random random);
    }

    private static void run(String what, Dialect dialect, Sources sources) {
        Random random = new Random(Rounds.seed("ExampleParserInteropTest " + what + " " + dialect));
        Source source = sources.of(random);
        ParsedSpecs specs = new ParsedSpecs(random, dialect);
        for (int i = 0; i < ROUNDS; i++) {
            check(specs.example(), dialect, source, random);
        }
    }

    private static void check(Map<String, FeatureSpec> specs, Dialect dialect, Source source, Random random) {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(specs), dialect);
        IntFunction<List<byte[]>> batch = size ->
                IntStream.range(0, size).mapToObj(i -> source.message(specs)).toList();
        List<byte[]> payloads = batch.apply(random.nextInt(6));
        agree(specs, dialect, payloads, "a batch", () -> parser.parse(bytes(payloads)));
        agree(specs, dialect, payloads, "off the heap", () -> parser.offHeap().parse(bytes(payloads)));
        for (byte[] payload : payloads) {
            PlainParser.Outcome one = PlainParser.parse(specs, dialect, List.of(payload), Form.SINGLE);
            agree(one, specs, List.of(payload), "an array", () -> parser.parse(payload));
            agree(one, specs, List.of(payload), "a direct buffer", () -> parser.parse(direct(payload)));
        }
        if (random.nextInt(20) == 0) {
            List<byte[]> many = enoughForTwoThreads(batch.apply(100 + random.nextInt(200)));
            agree(specs, dialect, many, "two threads", () -> parser.threads(2).parse(bytes(many)));
        }
        refill(parser, specs, dialect, batch, random);
    }

    /** Returns the payloads, repeated until they have enough bytes for two threads. */
    static List<byte[]> enoughForTwoThreads(List<byte[]> payloads) {
        List<byte[]> many = new ArrayList<>(payloads);
        long bytes = many.stream().mapToLong(payload -> payload.length).sum();
        assertThat(bytes).isPositive();
        for (int i = 0; bytes < TWO_THREADS_BYTES; i++) {
            many.add(payloads.get(i % payloads.size()));
            bytes += payloads.get(i % payloads.size()).length;
        }
        assertThat(PayloadBatch.of(bytes(many)).byteSize()).isGreaterThanOrEqualTo(TWO_THREADS_BYTES);
        return many;
    }

    /**
     * Refills a batch several times, with more and fewer payloads, and compares its tensors with those of a new batch.
     */
    private static void refill(
            ExampleParser parser,
            Map<String, FeatureSpec> specs,
            Dialect dialect,
            IntFunction<List<byte[]>> batch,
            Random random) {
        ParsedFeatures refilled = parser.newBatch();
        PayloadBatch payloadBatch = new PayloadBatch();
        for (int i = 0; i < 4; i++) {
            List<byte[]> payloads = batch.apply(random.nextInt(12));
            payloadBatch.clear();
            for (byte[] payload : payloads) {
                switch (random.nextInt(3)) {
                    case 0 -> payloadBatch.add(payload);
                    case 1 -> payloadBatch.add(direct(payload));
                    default ->
                        payloadBatch.add(Bytes.ofOwned(FittingMessages.join(new byte[3], payload, new byte[2]))
                                .slice(3, 3 + payload.length));
                }
            }
            agree(specs, dialect, payloads, "refill " + i, () -> parser.parse(payloadBatch, refilled));
        }
    }

    private static ByteBuffer direct(byte[] payload) {
        return ByteBuffer.allocateDirect(payload.length + 2)
                .position(1)
                .put(payload)
                .flip()
                .position(1);
    }

    private static List<Bytes> bytes(List<byte[]> payloads) {
        return payloads.stream().map(Bytes::ofOwned).toList();
    }

    private static void agree(
            Map<String, FeatureSpec> specs,
            Dialect dialect,
            List<byte[]> payloads,
            String how,
            Supplier<ParsedFeatures> parse) {
        agree(PlainParser.parse(specs, dialect, payloads, Form.BATCH), specs, payloads, how, parse);
    }

    private static void agree(
            PlainParser.Outcome expected,
            Map<String, FeatureSpec> specs,
            List<byte[]> payloads,
            String how,
            Supplier<ParsedFeatures> parse) {
        List<String> problems = new ArrayList<>();
        try {
            problems.addAll(ParserCheck.problems(expected, specs, parse));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(words(how, specs, payloads), e);
        }
        assertThat(problems).as(() -> words(how, specs, payloads)).isEmpty();
    }

    static String words(String how, Object specs, List<byte[]> payloads) {
        List<String> shown = payloads.stream().map(HexFormat.of()::formatHex).toList();
        return how + " of " + specs + " from " + (shown.size() <= 20 ? shown : shown.size() + " payloads");
    }
}

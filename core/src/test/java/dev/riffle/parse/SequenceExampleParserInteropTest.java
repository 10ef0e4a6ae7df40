package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.OddWires;
import dev.riffle.example.RandomMessages;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parses random SequenceExamples with random specs. The tensors must equal those of the plain parser. */
class SequenceExampleParserInteropTest {

    private static final int ROUNDS = Rounds.count(150);

    @Test
    void parsesFittingMessages() {
        run("fitting messages", random -> {
            FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, 0, 0);
            return specs -> message(fitting, specs);
        });
    }

    @Test
    void parsesUnusualEncodings() {
        run("oddly written messages", random -> {
            FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, 0, 4);
            return specs -> message(fitting, specs);
        });
    }

    @Test
    void rejectsMessagesThatDoNotFitTheSpecs() {
        run("faulty messages", random -> {
            FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, 20, 30);
            return specs -> message(fitting, specs);
        });
    }

    @Test
    void parsesMessagesUnrelatedToTheSpecs() {
        run("any messages", random -> {
            RandomMessages any = new RandomMessages(random);
            OddWires odd = new OddWires(random);
            return specs -> random.nextBoolean() ? any.sequenceExample().toByteArray() : odd.sequenceExample();
        });
    }

    @Test
    void rejectsDamagedMessages() {
        run("damaged messages", random -> {
            OddWires odd = new OddWires(random);
            FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, 0, 20);
            return specs -> random.nextInt(4) == 0 ? odd.damaged(message(fitting, specs)) : message(fitting, specs);
        });
    }

    private static byte[] message(FittingMessages fitting, SequenceFeatureSpecs specs) {
        return fitting.sequenceExample(
                specs.context().asMap(), specs.featureLists().asMap());
    }

    /** Creates payloads for specs. */
    private interface Source {
        byte[] message(SequenceFeatureSpecs specs);
    }

    private interface Sources {
        Source of(Random random);
    }

    private static void run(String what, Sources sources) {
        Random random = new Random(Rounds.seed("SequenceExampleParserInteropTest " + what));
        Source source = sources.of(random);
        ParsedSpecs specs = new ParsedSpecs(random, Dialect.TENSORFLOW);
        for (int i = 0; i < ROUNDS; i++) {
            check(
                    new SequenceFeatureSpecs(FeatureSpecs.of(specs.context()), FeatureSpecs.of(specs.featureLists())),
                    source,
                    random);
        }
    }

    private static void check(SequenceFeatureSpecs specs, Source source, Random random) {
        SequenceExampleParser parser = SequenceExampleParser.compile(specs);
        IntFunction<List<byte[]>> batch = size ->
                IntStream.range(0, size).mapToObj(i -> source.message(specs)).toList();
        List<byte[]> payloads = batch.apply(random.nextInt(6));
        agree(specs, payloads, Form.BATCH, "a batch", () -> parser.parse(bytes(payloads)));
        agree(
                specs,
                payloads,
                Form.BATCH,
                "off the heap",
                () -> parser.offHeap().parse(bytes(payloads)));
        for (byte[] payload : payloads) {
            agree(specs, List.of(payload), Form.SINGLE, "an array", () -> parser.parse(payload));
        }
        if (random.nextInt(20) == 0) {
            List<byte[]> many = ExampleParserInteropTest.enoughForTwoThreads(batch.apply(100 + random.nextInt(200)));
            agree(
                    specs,
                    many,
                    Form.BATCH,
                    "two threads",
                    () -> parser.threads(2).parse(bytes(many)));
        }
        refill(parser, specs, batch, random);
    }

    private static void refill(
            SequenceExampleParser parser, SequenceFeatureSpecs specs, IntFunction<List<byte[]>> batch, Random random) {
        ParsedSequenceFeatures refilled = parser.newBatch();
        for (int i = 0; i < 4; i++) {
            List<byte[]> payloads = batch.apply(random.nextInt(12));
            PayloadBatch payloadBatch = PayloadBatch.of(bytes(payloads));
            agree(specs, payloads, Form.BATCH, "refill " + i, () -> parser.parse(payloadBatch, refilled));
        }
    }

    private static List<Bytes> bytes(List<byte[]> payloads) {
        return payloads.stream().map(Bytes::ofOwned).toList();
    }

    private static void agree(
            SequenceFeatureSpecs specs,
            List<byte[]> payloads,
            Form form,
            String how,
            Supplier<ParsedSequenceFeatures> parse) {
        PlainParser.Outcome expected = PlainParser.parseSequence(
                specs.context().asMap(), specs.featureLists().asMap(), payloads, form);
        List<String> problems = new ArrayList<>();
        try {
            problems.addAll(SequenceCheck.problems(expected, specs, parse));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(ExampleParserInteropTest.words(how, specs, payloads), e);
        }
        assertThat(problems)
                .as(() -> ExampleParserInteropTest.words(how, specs, payloads))
                .isEmpty();
    }
}

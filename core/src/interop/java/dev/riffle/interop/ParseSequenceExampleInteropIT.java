package dev.riffle.interop;

import dev.riffle.example.Dialect;
import dev.riffle.example.RandomMessages;
import dev.riffle.interop.TensorFlowParser.Sequences;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExpectedTensor;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.FittingMessages;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.ParsedSpecs;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Checks that Riffle's and TensorFlow's parsers of SequenceExamples return equal tensors for random messages, or both
 * reject them.
 */
@ExtendWith(TensorFlowPresence.class)
class ParseSequenceExampleInteropIT {

    /** A number of messages for which TensorFlow splits the batch into several parts. */
    private static final int MANY = 300;

    @Test
    void bothParseMatchingMessages() {
        run("fitting messages", 0, 0).requireParsed();
    }

    @Test
    void bothRejectFaultyMessages() {
        run("faulty messages", 60, 30).requireParsed().requireRejected();
    }

    private static ParseVerdicts run(String what, int faultRate, int strangerRate) {
        Random random = ParseVerdicts.random("ParseSequenceExampleInteropIT " + what);
        FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, faultRate, 0);
        RandomMessages strangers = new RandomMessages(random);
        ParsedSpecs someSpecs = new ParsedSpecs(random, Dialect.TENSORFLOW);
        ParseVerdicts verdicts = new ParseVerdicts();
        for (int i = 0; i < ParseVerdicts.ROUNDS; i++) {
            Map<String, FeatureSpec> context = someSpecs.context();
            Map<String, FeatureSpec> lists = someSpecs.featureLists();
            int size = faultRate == 0 && i % 20 == 0 ? MANY : random.nextInt(6);
            List<byte[]> payloads = Stream.generate(() -> strangerRate > 0 && random.nextInt(strangerRate) == 0
                            ? strangers.sequenceExample().toByteArray()
                            : fitting.sequenceExample(context, lists))
                    .limit(size)
                    .toList();
            check(ParsedSpecs.parts(context), ParsedSpecs.parts(lists), payloads, verdicts);
        }
        return verdicts;
    }

    private static void check(
            Map<String, FeatureSpec> context,
            Map<String, FeatureSpec> lists,
            List<byte[]> payloads,
            ParseVerdicts verdicts) {
        SequenceFeatureSpecs specs = new SequenceFeatureSpecs(FeatureSpecs.of(context), FeatureSpecs.of(lists));
        SequenceExampleParser parser = SequenceExampleParser.compile(specs);
        List<Bytes> batch = payloads.stream().map(Bytes::ofOwned).toList();
        try (TensorFlowParser tensorFlow = new TensorFlowParser()) {
            verdicts.compare(
                    "a batch",
                    specs,
                    payloads,
                    () -> tensors(parser.parse(batch)),
                    () -> tensorFlow.sequenceExamples(context, lists, payloads));
            for (byte[] payload : payloads.subList(0, Math.min(4, payloads.size()))) {
                verdicts.compare(
                        "a single message",
                        specs,
                        List.of(payload),
                        () -> tensors(parser.parse(payload)),
                        () -> tensorFlow.sequenceExample(context, lists, payload));
            }
        }
    }

    private static Sequences tensors(ParsedSequenceFeatures parsed) {
        Map<String, ExpectedTensor> lengths = new LinkedHashMap<>();
        parsed.lengths().forEach((name, tensor) -> lengths.put(name, ExpectedTensor.of(tensor)));
        return new Sequences(
                ParseExampleInteropIT.tensors(parsed.context()),
                ParseExampleInteropIT.tensors(parsed.featureLists()),
                lengths);
    }
}

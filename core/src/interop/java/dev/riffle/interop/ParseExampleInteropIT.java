package dev.riffle.interop;

import dev.riffle.example.Dialect;
import dev.riffle.example.RandomMessages;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ExpectedTensor;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.FittingMessages;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSpecs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Checks that Riffle's and TensorFlow's parsers of Examples return equal tensors for random messages, or both reject
 * them.
 */
@ExtendWith(TensorFlowPresence.class)
class ParseExampleInteropIT {

    /** A number of messages for which TensorFlow splits the batch into several parts. */
    private static final int MANY = 300;

    @Test
    void bothParseMatchingMessages() {
        run("fitting messages", 0, 0).requireParsed();
    }

    @Test
    void bothRejectFaultyMessages() {
        run("faulty messages", 15, 30).requireParsed().requireRejected();
    }

    private static ParseVerdicts run(String what, int faultRate, int strangerRate) {
        Random random = ParseVerdicts.random("ParseExampleInteropIT " + what);
        FittingMessages fitting = new FittingMessages(random, Dialect.TENSORFLOW, faultRate, 0);
        RandomMessages strangers = new RandomMessages(random);
        ParsedSpecs someSpecs = new ParsedSpecs(random, Dialect.TENSORFLOW);
        ParseVerdicts verdicts = new ParseVerdicts();
        for (int i = 0; i < ParseVerdicts.ROUNDS; i++) {
            Map<String, FeatureSpec> written = someSpecs.example();
            Map<String, FeatureSpec> specs = ParsedSpecs.parts(written);
            int size = faultRate == 0 && i % 20 == 0 ? MANY : random.nextInt(6);
            List<byte[]> payloads = Stream.generate(() -> strangerRate > 0 && random.nextInt(strangerRate) == 0
                            ? strangers.example(Dialect.TENSORFLOW).toByteArray()
                            : fitting.example(written))
                    .limit(size)
                    .toList();
            check(specs, payloads, verdicts);
        }
        return verdicts;
    }

    private static void check(Map<String, FeatureSpec> specs, List<byte[]> payloads, ParseVerdicts verdicts) {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.of(specs));
        List<Bytes> batch = payloads.stream().map(Bytes::ofOwned).toList();
        try (TensorFlowParser tensorFlow = new TensorFlowParser()) {
            verdicts.compare(
                    "a batch",
                    specs,
                    payloads,
                    () -> tensors(parser.parse(batch)),
                    () -> tensorFlow.examples(specs, payloads));
            for (byte[] payload : payloads.subList(0, Math.min(4, payloads.size()))) {
                verdicts.compare(
                        "a single message",
                        specs,
                        List.of(payload),
                        () -> tensors(parser.parse(payload)),
                        () -> tensorFlow.example(specs, payload));
            }
        }
    }

    static Map<String, ExpectedTensor> tensors(ParsedFeatures parsed) {
        Map<String, ExpectedTensor> tensors = new LinkedHashMap<>();
        parsed.asMap().forEach((name, tensor) -> tensors.put(name, ExpectedTensor.of(tensor)));
        return tensors;
    }
}

package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.example.Dialect;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares the parser with {@code tf.io.parse_example} and {@code tf.io.parse_single_example}. */
class ParseExampleConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("parse_example.jsonl", ParseExampleConformanceTest::problems);
    }

    static List<String> problems(ConformanceCase aCase) {
        if (ParseCase.hasInvalidConfiguration(aCase)) {
            return ParseCase.configurationProblems(() -> compile(aCase));
        }
        ExampleParser parser = compile(aCase);
        Map<String, FeatureSpec> specs = parser.specs().asMap();
        return new ParseCase(aCase)
                .problems(
                        payload -> found(specs, parser.parse(payload)),
                        payloads -> found(specs, parser.parse(payloads)),
                        () -> PlainParser.parse(
                                specs, Dialect.TENSORFLOW, aCase.bytesItems("serialized"), ParseCase.form(aCase)));
    }

    private static ExampleParser compile(ConformanceCase aCase) {
        return ExampleParser.compile(FeatureSpecs.parseJson(
                ParseCase.specsJson(aCase.value("features")).toJson()));
    }

    private static ParseCase.Found found(Map<String, FeatureSpec> specs, ParsedFeatures parsed) {
        return problems -> new ParseCase.Expected("", ParserCheck.tensors(specs, parsed, problems), Map.of(), Map.of());
    }
}

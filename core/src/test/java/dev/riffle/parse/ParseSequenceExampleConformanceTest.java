package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares the parser with {@code tf.io.parse_sequence_example} and {@code tf.io.parse_single_sequence_example}. */
class ParseSequenceExampleConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("parse_sequence_example.jsonl", ParseSequenceExampleConformanceTest::problems);
    }

    static List<String> problems(ConformanceCase aCase) {
        if (ParseCase.hasInvalidConfiguration(aCase)) {
            return ParseCase.configurationProblems(() -> compile(aCase));
        }
        SequenceExampleParser parser = compile(aCase);
        SequenceFeatureSpecs specs = parser.specs();
        return new ParseCase(aCase)
                .problems(
                        payload -> found(specs, parser.parse(payload)),
                        payloads -> found(specs, parser.parse(payloads)),
                        () -> PlainParser.parseSequence(
                                specs.context().asMap(),
                                specs.featureLists().asMap(),
                                aCase.bytesItems("serialized"),
                                ParseCase.form(aCase)));
    }

    private static SequenceExampleParser compile(ConformanceCase aCase) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (String part : List.of("context_features", "sequence_features")) {
            members.put(part, ParseCase.specsJson(aCase.value(part)));
        }
        return SequenceExampleParser.compile(SequenceFeatureSpecs.parseJson(new JsonValue.Members(members).toJson()));
    }

    private static ParseCase.Found found(SequenceFeatureSpecs specs, ParsedSequenceFeatures parsed) {
        return problems -> SequenceCheck.tensors(specs, parsed, problems);
    }
}

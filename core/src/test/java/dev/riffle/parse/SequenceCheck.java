package dev.riffle.parse;

import dev.riffle.parse.PlainParser.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Holds what the library's parser of SequenceExamples made against what the plain one did. */
final class SequenceCheck {

    private SequenceCheck() {}

    /** How the two differ; nothing if they agree. Any exception but the documented one comes out. */
    static List<String> problems(Outcome expected, SequenceFeatureSpecs specs, Supplier<ParsedSequenceFeatures> parse) {
        List<String> problems = new ArrayList<>();
        ParseCase.Expected found;
        try {
            found = tensors(specs, parse.get(), problems);
        } catch (ExampleParseException e) {
            return ParserCheck.refusal(expected, e);
        }
        if (expected.refused()) {
            problems.add("accepted, though " + expected.faults());
        } else {
            Set<String> unjudged = expected.unjudged().keySet();
            ParseCase.compare("feature ", expected.tensors(), found.tensors(), unjudged, problems);
            ParseCase.compare("list ", expected.lists(), found.lists(), unjudged, problems);
            ParseCase.compare("length ", expected.lengths(), found.lengths(), unjudged, problems);
        }
        return problems;
    }

    static ParseCase.Expected tensors(
            SequenceFeatureSpecs specs, ParsedSequenceFeatures parsed, List<String> problems) {
        Map<String, ExpectedTensor> lengths = new LinkedHashMap<>();
        parsed.lengths().forEach((name, tensor) -> lengths.put(name, ExpectedTensor.of(tensor)));
        return new ParseCase.Expected(
                "",
                ParserCheck.tensors(specs.context().asMap(), parsed.context(), problems),
                ParserCheck.tensors(specs.featureLists().asMap(), parsed.featureLists(), problems),
                lengths);
    }
}

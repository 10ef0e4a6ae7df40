package dev.riffle.parse;

import dev.riffle.parse.PlainParser.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Compares the result of the parser of SequenceExamples with the result of the plain parser. */
final class SequenceCheck {

    private SequenceCheck() {}

    /**
     * Returns the differences between the results; empty if the results agree. Propagates every exception except the
     * documented one.
     */
    static List<String> problems(Outcome expected, SequenceFeatureSpecs specs, Supplier<ParsedSequenceFeatures> parse) {
        List<String> problems = new ArrayList<>();
        ParseCase.Expected found;
        try {
            found = tensors(specs, parse.get(), problems);
        } catch (ExampleParseException e) {
            return ParserCheck.rejection(expected, e);
        }
        if (expected.rejected()) {
            problems.add("accepted, expected the faults " + expected.faults());
        } else {
            Set<String> unchecked = expected.unchecked().keySet();
            ParseCase.compare("feature ", expected.tensors(), found.tensors(), unchecked, problems);
            ParseCase.compare("list ", expected.lists(), found.lists(), unchecked, problems);
            ParseCase.compare("length ", expected.lengths(), found.lengths(), unchecked, problems);
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

package dev.riffle.parse;

import dev.riffle.parse.PlainParser.Outcome;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Compares the result of the parser with the result of the plain parser. */
final class ParserCheck {

    private ParserCheck() {}

    /**
     * Returns the differences between the results; empty if the results agree. Propagates every exception except the
     * documented one.
     */
    static List<String> problems(Outcome expected, Map<String, FeatureSpec> specs, Supplier<ParsedFeatures> parse) {
        List<String> problems = new ArrayList<>();
        Map<String, ExpectedTensor> found;
        try {
            found = tensors(specs, parse.get(), problems);
        } catch (ExampleParseException e) {
            return rejection(expected, e);
        }
        if (expected.rejected()) {
            problems.add("accepted, expected the faults " + expected.faults());
        } else {
            ParseCase.compare(
                    "feature ", expected.tensors(), found, expected.unchecked().keySet(), problems);
        }
        return problems;
    }

    static List<String> rejection(Outcome expected, ExampleParseException e) {
        return expected.explains(e)
                ? List.of()
                : List.of("rejected with key " + e.key() + " of " + e.batchIndex() + ": " + e.getMessage()
                        + "; expected " + expected.faults());
    }

    /** Checks that row splits have the requested type, and returns the tensors of a batch. */
    static Map<String, ExpectedTensor> tensors(
            Map<String, FeatureSpec> specs, ParsedFeatures parsed, List<String> problems) {
        if (!parsed.asMap().keySet().equals(specs.keySet())) {
            problems.add("features " + parsed.asMap().keySet() + ", expected " + specs.keySet());
        }
        Map<String, ExpectedTensor> found = new LinkedHashMap<>();
        parsed.asMap().forEach((name, tensor) -> {
            found.put(name, ExpectedTensor.of(tensor));
            checkSplits(name, specs.get(name), tensor, problems);
        });
        return found;
    }

    private static void checkSplits(String name, FeatureSpec spec, Tensor tensor, List<String> problems) {
        if (tensor instanceof RaggedTensor ragged
                && spec instanceof FeatureSpec.Ragged asked
                && ragged.rowSplits().stream().anyMatch(level -> level.dtype() != asked.rowSplitsDType())) {
            problems.add("feature " + name + ": row splits are not " + asked.rowSplitsDType());
        }
    }
}

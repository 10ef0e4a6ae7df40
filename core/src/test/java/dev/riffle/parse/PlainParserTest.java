package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.example.Dialect;
import dev.riffle.parse.PlainParser.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the plain parser, the reference of other tests, with TensorFlow's results. */
class PlainParserTest {

    @Test
    void agreesWithTensorFlowOnExamples() throws IOException {
        ConformanceFile.runSilently("parse_example.jsonl", aCase -> {
            if (ParseCase.hasInvalidConfiguration(aCase)) {
                return List.of();
            }
            Outcome outcome = PlainParser.parse(
                    CaseSpecs.of(aCase, "features"),
                    Dialect.TENSORFLOW,
                    aCase.bytesItems("serialized"),
                    ParseCase.form(aCase));
            return problems(aCase, outcome);
        });
    }

    @Test
    void agreesWithTensorFlowOnSequenceExamples() throws IOException {
        ConformanceFile.runSilently("parse_sequence_example.jsonl", aCase -> {
            if (ParseCase.hasInvalidConfiguration(aCase)) {
                return List.of();
            }
            Outcome outcome = PlainParser.parseSequence(
                    CaseSpecs.of(aCase, "context_features"),
                    CaseSpecs.of(aCase, "sequence_features"),
                    aCase.bytesItems("serialized"),
                    ParseCase.form(aCase));
            return problems(aCase, outcome);
        });
    }

    private static List<String> problems(ConformanceCase aCase, Outcome outcome) {
        List<String> problems = new ArrayList<>();
        if (!ParseCase.hasMatchingNames(aCase)) {
            return problems;
        }
        ParseCase.Expected expected = ParseCase.expected(aCase);
        if (!outcome.unchecked().isEmpty() && !outcome.rejected() && expected.rejected()) {
            return problems;
        }
        if (outcome.rejectedOnlyByOwnRules() && !expected.rejected()) {
            return problems;
        }
        if (outcome.rejected() != expected.rejected()) {
            problems.add(
                    outcome.rejected()
                            ? "rejected: " + outcome.faults()
                            : "accepted, expected the error " + expected.error());
        } else if (!outcome.rejected()) {
            ParseCase.compare(
                    "feature ",
                    expected.tensors(),
                    outcome.tensors(),
                    outcome.unchecked().keySet(),
                    problems);
            ParseCase.compare(
                    "list ",
                    expected.lists(),
                    outcome.lists(),
                    outcome.unchecked().keySet(),
                    problems);
            ParseCase.compare(
                    "length ",
                    expected.lengths(),
                    outcome.lengths(),
                    outcome.unchecked().keySet(),
                    problems);
        } else {
            ParseCase.keyNamed(expected.error())
                    .filter(key -> outcome.faults().stream()
                            .noneMatch(fault -> fault.keys().contains(key)))
                    .filter(key -> !outcome.malformed())
                    .ifPresent(key -> problems.add("found " + outcome.faults() + ", but " + expected.error()));
        }
        return problems;
    }
}

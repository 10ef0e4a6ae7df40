package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares several passes of each pipeline with tf.data, including the outcomes before and after a failure. */
class PipelinesConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void agreesWithTensorFlow() throws IOException {
        CasePipeline pipelines = new CasePipeline(directory);
        ConformanceFile.run("pipelines.jsonl", aCase -> problems(pipelines, aCase));
    }

    private static List<String> problems(CasePipeline pipelines, ConformanceCase aCase) throws IOException {
        return aCase.value("expect") instanceof JsonValue.Items epochs
                ? epochProblems(pipelines.build(aCase), aCase, epochs.items())
                : failureProblems(pipelines, aCase, aCase.object("expect"));
    }

    private static List<String> epochProblems(Dataset<Object> dataset, ConformanceCase aCase, List<JsonValue> epochs) {
        List<String> problems = new ArrayList<>();
        for (int epoch = 0; epoch < epochs.size(); epoch++) {
            CaseRun run = CaseRun.of(dataset, aCase);
            String expected = epochs.get(epoch).toJson();
            if (run.failed() || !expected.equals(run.elements())) {
                problems.add("epoch " + (epoch + 1) + ": expected " + expected + ", found " + run.elements()
                        + (run.failed() ? " and a failure" : ""));
            }
        }
        return problems;
    }

    private static List<String> failureProblems(CasePipeline pipelines, ConformanceCase aCase, ConformanceCase expected)
            throws IOException {
        Dataset<Object> dataset;
        try {
            dataset = pipelines.build(aCase);
        } catch (IllegalArgumentException e) {
            return expected.text("when").equals("build") ? List.of() : List.of("rejected when built: " + e);
        }
        if (expected.text("when").equals("build")) {
            return List.of("accepted when built");
        }
        for (long epoch = 1; epoch < expected.number("epoch"); epoch++) {
            if (CaseRun.of(dataset, aCase).failed()) {
                return List.of("failed already in epoch " + epoch);
            }
        }
        return CaseRun.of(dataset, aCase).problemsWithFailure(expected);
    }
}

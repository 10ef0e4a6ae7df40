package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares invalid and unusual input with tf.data. Both libraries must reject it, at build time or at an element, or
 * both must accept it.
 */
class ErrorsConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void agreesWithTensorFlow() throws IOException {
        CasePipeline pipelines = new CasePipeline(directory);
        ConformanceFile.run("errors.jsonl", aCase -> problems(pipelines, aCase));
    }

    private static List<String> problems(CasePipeline pipelines, ConformanceCase aCase) throws IOException {
        Dataset<Object> dataset;
        try {
            dataset = pipelines.build(aCase);
        } catch (IllegalArgumentException e) {
            boolean right = aCase.has("error") && aCase.text("when").equals("build");
            return right ? List.of() : List.of("rejected when built: " + e);
        }
        if (aCase.has("error")) {
            return aCase.text("when").equals("build")
                    ? List.of("accepted when built")
                    : CaseRun.of(dataset, aCase).problemsWithFailure(aCase);
        }
        CaseRun run = CaseRun.of(dataset, aCase);
        if (run.failed()) {
            return List.of("failed after " + run.elements());
        }
        boolean same =
                !aCase.has("elements") || aCase.value("elements").toJson().equals(run.elements());
        return same ? List.of() : List.of("expected " + aCase.value("elements").toJson() + ", found " + run.elements());
    }
}

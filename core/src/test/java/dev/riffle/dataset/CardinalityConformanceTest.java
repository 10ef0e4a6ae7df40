package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the cardinalities of pipelines with tf.data. */
class CardinalityConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void agreesWithTensorFlow() throws IOException {
        CasePipeline pipelines = new CasePipeline(directory);
        ConformanceFile.run("cardinality.jsonl", aCase -> {
            long found = pipelines.build(aCase).cardinality();
            long expected = aCase.number("cardinality");
            return found == expected ? List.of() : List.of("expected " + expected + ", found " + found);
        });
    }
}

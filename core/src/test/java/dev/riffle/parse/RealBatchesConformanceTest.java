package dev.riffle.parse;

import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Parses records from real files of other projects, and compares the tensors with the results of TensorFlow. Runs only
 * if a directory contains the files, which are not in the repository.
 */
class RealBatchesConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.runIfPresent(
                "real_batches.jsonl",
                aCase -> aCase.has("features")
                        ? ParseExampleConformanceTest.problems(aCase)
                        : ParseSequenceExampleConformanceTest.problems(aCase));
    }
}

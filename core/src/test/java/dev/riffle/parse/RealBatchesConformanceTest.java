package dev.riffle.parse;

import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Parses records from files of other projects that are not in the repository. Runs only if a directory has the file.
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

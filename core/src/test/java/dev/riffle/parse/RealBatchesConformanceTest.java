package dev.riffle.parse;

import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Records of other projects' files, which the repository does not hold: runs only where a directory has the file. */
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

package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stops iterators at the checkpoints of TensorFlow's cases and saves each checkpoint as text. Resumes the text with the
 * same dataset, and with a dataset rebuilt over the same files.
 */
class CheckpointConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("checkpoint.jsonl", this::problems);
    }

    private List<String> problems(ConformanceCase aCase) throws IOException {
        Dataset<Object> dataset = new CasePipeline(directory).build(aCase);
        List<String> problems = new ArrayList<>();
        List<Object> head = new ArrayList<>();
        String text;
        try (DatasetIterator<Object> iterator = dataset.iterator()) {
            for (long i = 0; i < aCase.number("k") && iterator.hasNext(); i++) {
                head.add(iterator.next());
            }
            text = iterator.checkpoint().toString();
        }
        compare("head", aCase, head, problems);
        Checkpoint checkpoint = Checkpoint.parse(text);
        compare("rest", aCase, rest(dataset, checkpoint), problems);
        compare("rest", aCase, rest(new CasePipeline(directory).build(aCase), checkpoint), problems);
        return problems;
    }

    private static List<Object> rest(Dataset<Object> dataset, Checkpoint checkpoint) {
        List<Object> rest = new ArrayList<>();
        try (DatasetIterator<Object> iterator = dataset.resume(checkpoint)) {
            iterator.forEachRemaining(rest::add);
        }
        return rest;
    }

    private static void compare(String what, ConformanceCase aCase, List<Object> found, List<String> problems) {
        String expected = aCase.value(what).toJson();
        String json = CaseElements.json(found).toJson();
        if (!expected.equals(json)) {
            problems.add(what + ": expected " + expected + ", found " + json);
        }
    }
}

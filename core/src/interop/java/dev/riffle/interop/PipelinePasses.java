package dev.riffle.interop;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.interop.TensorFlowDatasets.Rewriting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.exceptions.TFOutOfRangeException;
import org.tensorflow.exceptions.TensorFlowException;

/**
 * Runs several passes over one dataset with Riffle and with TensorFlow. The result describes each pass as text:
 * elements, failures and the end.
 */
final class PipelinePasses {

    private static final int MOST_FAILURES = 3;
    private static final String FAILURE = "failure";
    private static final String END = "end";

    private final List<Path> files;
    private final List<String> compressions;
    private final List<Integer> lengths;

    /** Creates passes of these lengths over files with these compressions. */
    PipelinePasses(List<Path> files, List<String> compressions, List<Integer> lengths) {
        this.files = files;
        this.compressions = compressions;
        this.lengths = lengths;
    }

    /** Returns TensorFlow's description of the passes. */
    List<String> theirs(PipelinePlan plan, Rewriting rewriting) {
        List<String> passes = new ArrayList<>();
        try (TensorFlowDatasets datasets = new TensorFlowDatasets(files, compressions, rewriting)) {
            for (int length : lengths) {
                List<String> elements = new ArrayList<>();
                try (TensorFlowDatasets.Pass pass = datasets.pass(plan)) {
                    int failures = 0;
                    while (elements.size() < length && failures < MOST_FAILURES) {
                        try {
                            elements.add(pass.next());
                        } catch (TFOutOfRangeException e) {
                            elements.add(END);
                            break;
                        } catch (TensorFlowException | IllegalArgumentException e) {
                            elements.add(FAILURE);
                            failures++;
                        }
                    }
                }
                passes.add(String.join("; ", elements));
            }
        }
        return passes;
    }

    /** Returns Riffle's description of the passes. */
    List<String> ours(PipelinePlan plan) {
        return ours(plan, -1, 0);
    }

    /**
     * Like {@link #ours(PipelinePlan)}, but one pass stops at an element. A new dataset continues this pass from a
     * checkpoint.
     */
    List<String> ours(PipelinePlan plan, int resumedPass, int resumedAt) {
        List<String> passes = new ArrayList<>();
        Dataset<Object> dataset = new RiffleDatasets(files).dataset(plan);
        for (int length : lengths) {
            List<String> elements = new ArrayList<>();
            DatasetIterator<Object> iterator = dataset.iterator();
            try {
                int failures = 0;
                while (elements.size() < length && failures < MOST_FAILURES) {
                    if (passes.size() == resumedPass && elements.size() == resumedAt) {
                        Checkpoint checkpoint = iterator.checkpoint();
                        iterator.close();
                        dataset = new RiffleDatasets(files).dataset(plan);
                        iterator = dataset.resume(Checkpoint.parse(checkpoint.toString()));
                    }
                    try {
                        if (!iterator.hasNext()) {
                            elements.add(END);
                            break;
                        }
                        elements.add(RiffleDatasets.inWords(iterator.next()));
                    } catch (DatasetException e) {
                        elements.add(FAILURE);
                        failures++;
                    }
                }
            } finally {
                iterator.close();
            }
            passes.add(String.join("; ", elements));
        }
        return passes;
    }
}

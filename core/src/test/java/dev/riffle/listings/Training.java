package dev.riffle.listings;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

// listing
/** Fits y = a * x + b by stochastic gradient descent, and continues after it was killed. */
final class Training {

    private static final int SAVED_STEPS = 50;

    private final Path saved;
    private float a;
    private float b;

    Training(Path saved) {
        this.saved = saved;
    }

    /** Returns the batches of two epochs. The seeds make each run of the program read them in the same order. */
    private static Dataset<ParsedFeatures> input(Path directory) {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("x:float32, y:float32"));
        return FileListDataset.in(directory, "line.tfrecord-*")
                .seed(7)
                .interleave(RecordDataset::files, 4)
                .shuffle(1_000, 42)
                .repeat(2)
                .batch(32, Collator.parsed(parser))
                .prefetch(2);
    }

    /** Trains until the data ends or the number of steps is reached. Returns the model. */
    String train(Path directory, int maxSteps) throws IOException {
        try (DatasetIterator<ParsedFeatures> batches = begin(input(directory))) {
            for (int step = 1; step <= maxSteps && batches.hasNext(); step++) {
                learn(batches.next());
                if (step % SAVED_STEPS == 0) {
                    save(batches.checkpoint());
                }
            }
        }
        return "y = " + a + " * x + " + b;
    }

    /** Loads the model and the position in the data, if an earlier run has saved them. */
    private DatasetIterator<ParsedFeatures> begin(Dataset<ParsedFeatures> input) throws IOException {
        if (!Files.exists(saved)) {
            return input.iterator();
        }
        List<String> lines = Files.readAllLines(saved);
        a = Float.parseFloat(lines.get(0));
        b = Float.parseFloat(lines.get(1));
        return input.resume(Checkpoint.parse(lines.get(2)));
    }

    /** Saves the model and the position together, so that both are of the same step. */
    private void save(Checkpoint position) throws IOException {
        Path next = saved.resolveSibling(saved.getFileName() + ".next");
        Files.write(next, List.of(Float.toString(a), Float.toString(b), position.toString()));
        Files.move(next, saved, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void learn(ParsedFeatures batch) {
        float[] x = batch.dense("x").values().toFloats();
        float[] y = batch.dense("y").values().toFloats();
        for (int row = 0; row < x.length; row++) {
            float error = a * x[row] + b - y[row];
            a -= 0.01f * error * x[row];
            b -= 0.01f * error;
        }
    }
}
// end

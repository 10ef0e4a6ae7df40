package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerInputTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("feature1:int64=0, feature3:float32=0"));
        // listing
        Dataset<ParsedFeatures> training = FileListDataset.in(directory, "observations.tfrecord-*")
                .seed(7)
                .interleave(RecordDataset::files, 4)
                .shuffle(1_000, 42)
                .repeat(2)
                .batch(128, Collator.parsed(parser))
                .dropRemainder()
                .parallel(Parallel.calls(2))
                .prefetch(4);

        int steps = 0;
        double sum = 0;
        try (DatasetIterator<ParsedFeatures> batches = training.iterator()) {
            while (batches.hasNext()) {
                ParsedFeatures batch = batches.next();
                long[] labels = batch.dense("feature1").values().toLongs();
                float[] inputs = batch.dense("feature3").values().toFloats();
                for (float input : inputs) {
                    sum += input;
                }
                steps++;
            }
        }
        out.println(steps + " steps");
        // end
        assertThat(out).hasToString("""
                156 steps
                """);
    }
}

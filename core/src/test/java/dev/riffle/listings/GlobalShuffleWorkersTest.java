package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.index.RecordIndex;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobalShuffleWorkersTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("feature1:int64=0, feature3:float32=0"));
        ShardNames files = ShardNames.of(directory.resolve("observations.tfrecord"), 4);
        // listing
        int workers = 3;
        try (RecordIndex index = RecordIndex.open(files)) {
            for (int worker = 0; worker < workers; worker++) {
                Dataset<ParsedFeatures> batches = Dataset.globalShuffle(index, 42)
                        .epochs(2)
                        .worker(worker, workers)
                        .batch(256, Collator.parsed(parser))
                        .prefetch(2);
                out.println(
                        "worker " + worker + ": " + batches.reduce(0, (rows, batch) -> rows + batch.size()) + " rows");
            }
        }
        // end
        assertThat(out).hasToString("""
                worker 0: 6668 rows
                worker 1: 6666 rows
                worker 2: 6666 rows
                """);
    }
}

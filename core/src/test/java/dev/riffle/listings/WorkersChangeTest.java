package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.GlobalShuffleDataset;
import dev.riffle.dataset.ShuffleProgress;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkersChangeTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        ShardNames files = ShardNames.of(directory.resolve("observations.tfrecord"), 4);
        // listing
        try (RecordIndex index = RecordIndex.open(files)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, 42);
            List<Bytes> seen = new ArrayList<>();
            List<Checkpoint> checkpoints = new ArrayList<>();
            for (int worker = 0; worker < 3; worker++) {
                try (DatasetIterator<Bytes> records = shuffled.worker(worker, 3).iterator()) {
                    for (int i = 0; i < 1_000 * (worker + 1); i++) {
                        seen.add(records.next());
                    }
                    checkpoints.add(records.checkpoint());
                }
            }
            ShuffleProgress progress = ShuffleProgress.merge(checkpoints);
            out.println(progress.left() + " records are left");

            for (int worker = 0; worker < 5; worker++) {
                shuffled.continuing(progress).worker(worker, 5).forEach(seen::add);
            }
            out.println(seen.size() + " records, " + new HashSet<>(seen).size() + " different ones");
        }
        // end
        assertThat(out).hasToString("""
                4000 records are left
                10000 records, 10000 different ones
                """);
    }
}

package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.GlobalShuffleDataset;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpochsOfGlobalShuffleTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        ShardNames files = ShardNames.of(directory.resolve("observations.tfrecord"), 4);
        // listing
        try (RecordIndex index = RecordIndex.open(files)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, 42);
            for (long epoch = 0; epoch < 2; epoch++) {
                Dataset<Bytes> records = shuffled.fromEpoch(epoch);
                out.println("epoch " + epoch + " begins with " + records.take(1).single());
            }
        }
        // end
        assertThat(out).hasToString("""
                epoch 0 begins with 83 bytes [0a510a110a08666561747572653012051a030a01010a110a0866656174757265...]
                epoch 1 begins with 87 bytes [0a550a110a08666561747572653012051a030a01000a110a0866656174757265...]
                """);
    }
}

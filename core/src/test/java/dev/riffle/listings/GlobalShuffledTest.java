package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobalShuffledTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        ShardNames files = ShardNames.of(directory.resolve("observations.tfrecord"), 4);
        try (RecordIndex index = RecordIndex.open(files)) {
            Dataset<Bytes> shuffled = Dataset.globalShuffle(index, 42).epochs(2);
            out.println(index.size() + " records, " + shuffled.cardinality() + " in two epochs");

            Set<Bytes> seen = new HashSet<>(shuffled.take(index.size()).toList());
            out.println(seen.size() + " of them in the first");
        }
        // end
        assertThat(out).hasToString("""
                10000 records, 20000 in two epochs
                10000 of them in the first
                """);
    }
}

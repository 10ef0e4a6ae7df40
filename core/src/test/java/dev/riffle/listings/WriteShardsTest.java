package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteShardsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Dataset<Observation> observations = Dataset.fromGenerator(() -> {
            Random random = new Random(42);
            return Stream.generate(() -> Observation.random(random))
                    .limit(10_000)
                    .iterator();
        });
        // listing
        ShardNames names = ShardNames.of(directory.resolve("observations.tfrecord"), 4);
        long written = observations.writeShards(
                names, observation -> observation.toExample().toBytes());
        for (Path shard : names.paths()) {
            out.println(shard + ": " + Files.size(shard) + " bytes");
        }
        out.println(written + " records");
        // end
        assertThat(out).hasToString("""
                observations.tfrecord-00000-of-00004: 250877 bytes
                observations.tfrecord-00001-of-00004: 251111 bytes
                observations.tfrecord-00002-of-00004: 250892 bytes
                observations.tfrecord-00003-of-00004: 251035 bytes
                10000 records
                """);
    }
}

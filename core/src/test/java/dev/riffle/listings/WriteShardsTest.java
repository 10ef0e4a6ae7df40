package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteShardsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        // listing
        List<Bytes> payloads = Stream.generate(
                        () -> Observation.random(random).toExample().toBytes())
                .limit(10_000)
                .toList();
        int n = payloads.size();
        int shards = 4;
        for (int shard = 0; shard < shards; shard++) {
            String name = String.format(Locale.ROOT, "observations.tfrecord-%05d-of-%05d", shard, shards);
            List<Bytes> part = payloads.subList(shard * n / shards, (shard + 1) * n / shards);
            RecordWriter.write(directory.resolve(name), RecordWriterOptions.defaults(), records -> {
                for (Bytes payload : part) {
                    records.write(payload);
                }
                out.println(name + ": " + records.count() + " records");
            });
        }
        // end
        assertThat(out).hasToString("""
                observations.tfrecord-00000-of-00004: 2500 records
                observations.tfrecord-00001-of-00004: 2500 records
                observations.tfrecord-00002-of-00004: 2500 records
                observations.tfrecord-00003-of-00004: 2500 records
                """);
    }
}

package dev.riffle.listings;

import dev.riffle.RecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/** Writes the records of {@link ObservationFile} in order to several files of equal size. */
final class ObservationShards {

    private static final int RECORDS = 10_000;

    private ObservationShards() {}

    static void in(Path directory, int shards) throws IOException {
        Random random = new Random(42);
        for (int shard = 0; shard < shards; shard++) {
            String name = String.format(Locale.ROOT, "observations.tfrecord-%05d-of-%05d", shard, shards);
            RecordWriter.write(directory.resolve(name), records -> {
                for (int i = 0; i < RECORDS / shards; i++) {
                    records.write(Observation.random(random).toExample().toBytes());
                }
            });
        }
    }
}

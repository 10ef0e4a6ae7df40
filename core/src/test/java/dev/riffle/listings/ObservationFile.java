package dev.riffle.listings;

import dev.riffle.RecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** Writes the file of the tutorial. */
final class ObservationFile {

    private ObservationFile() {}

    static Path in(Path directory) throws IOException {
        Path file = directory.resolve("observations.tfrecord");
        Random random = new Random(42);
        RecordWriter.write(file, records -> {
            for (int i = 0; i < 10_000; i++) {
                records.write(Observation.random(random).toExample().toBytes());
            }
        });
        return file;
    }
}

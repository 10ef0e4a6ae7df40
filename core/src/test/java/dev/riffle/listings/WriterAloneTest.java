package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterAloneTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        // listing
        Path alone = directory.resolve("alone.tfrecord");
        try (RecordWriter writer = RecordWriter.create(alone)) {
            for (int i = 0; i < 10_000; i++) {
                writer.write(Observation.random(random).toExample().toBytes());
            }
            writer.commit();
        }
        out.println(Files.size(alone) + " bytes");
        // end
        assertThat(out).hasToString("""
                1003915 bytes
                """);
    }
}

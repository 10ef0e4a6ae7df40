package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationGeneratorTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        Path file = directory.resolve("observations.tfrecord");
        // listing
        Stream<Observation> generator =
                Stream.generate(() -> Observation.random(random)).limit(10_000);

        RecordWriter.write(file, RecordWriterOptions.defaults().overwrite(), records -> {
            records.writeAll(
                    generator.map(observation -> observation.toExample().toBytes()));
        });
        out.println(Files.size(file) + " bytes");
        // end
        assertThat(out).hasToString("""
                1003915 bytes
                """);
    }
}

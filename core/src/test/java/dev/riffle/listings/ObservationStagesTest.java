package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationStagesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        Path file = directory.resolve("observations.tfrecord");
        // listing
        Stream<Bytes> serialized = Stream.generate(() -> Observation.random(random))
                .limit(10_000)
                .map(Observation::toExample)
                .map(Example::toBytes);

        RecordWriter.write(file, RecordWriterOptions.defaults().overwrite(), records -> records.writeAll(serialized));
        out.println(Files.size(file) + " bytes");
        // end
        assertThat(out).hasToString("""
                1003915 bytes
                """);
    }
}

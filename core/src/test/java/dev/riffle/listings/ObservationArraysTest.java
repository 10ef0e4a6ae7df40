package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationArraysTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        Path file = directory.resolve("observations.tfrecord");
        // listing
        int n = 10_000;
        boolean[] feature0 = new boolean[n];
        long[] feature1 = new long[n];
        String[] feature2 = new String[n];
        float[] feature3 = new float[n];
        for (int i = 0; i < n; i++) {
            Observation observation = Observation.random(random);
            feature0[i] = observation.feature0();
            feature1[i] = observation.feature1();
            feature2[i] = observation.feature2();
            feature3[i] = observation.feature3();
        }

        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < n; i++) {
                records.write(Example.builder()
                        .put("feature0", feature0[i])
                        .put("feature1", feature1[i])
                        .put("feature2", feature2[i])
                        .put("feature3", feature3[i])
                        .build()
                        .toBytes());
            }
        });
        out.println(Files.size(file) + " bytes");
        // end
        assertThat(out).hasToString("""
                1003915 bytes
                """);
    }
}

package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.parse.FeatureSpecs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferredSpecsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(Example.builder()
                    .put("name", "cat")
                    .put("legs", 4)
                    .put("tags", "soft", "grey")
                    .build()
                    .toBytes());
            records.write(Example.builder()
                    .put("name", "goat")
                    .put("legs", 4)
                    .put("tags", "loud")
                    .build()
                    .toBytes());
        });
        // listing
        FeatureSpecs specs;
        try (RecordReader sample = RecordReader.open(file)) {
            specs = FeatureSpecs.infer(sample, 100);
        }

        out.println(specs);
        // end
        assertThat(out).hasToString("""
                legs:int64, name:string, tags:string*
                """);
    }
}

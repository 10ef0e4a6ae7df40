package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SteadyLoopTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("numbers.tfrecord");
        RecordWriter.write(file, records -> {
            for (int i = 0; i < 10; i++) {
                records.write(Example.builder()
                        .put("label", i)
                        .put("image", "pixels " + i)
                        .build()
                        .toBytes());
            }
        });
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64, image:string"));
        PayloadBatch payloads = new PayloadBatch();
        ParsedFeatures batch = parser.newBatch();
        long sum = 0;
        try (RecordReader reader = RecordReader.open(file)) {
            while (payloads.refill(reader, 4) > 0) {
                parser.parse(payloads, batch);
                DenseTensor labels = batch.dense("label");
                for (int row = 0; row < batch.size(); row++) {
                    sum += labels.longAt(row);
                }
                out.println(labels);
            }
        }
        out.println(sum);
        // end
        assertThat(out).hasToString("""
                int64 [4] [0, 1, 2, 3]
                int64 [4] [4, 5, 6, 7]
                int64 [2] [8, 9]
                45
                """);
    }
}

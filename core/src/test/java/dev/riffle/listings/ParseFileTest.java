package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseFileTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            records.write(Example.builder()
                    .put("name", "cat")
                    .put("tags", "soft", "grey")
                    .build()
                    .toBytes());
            records.write(Example.builder()
                    .put("name", "spider")
                    .put("legs", 8)
                    .put("tags", "quick")
                    .build()
                    .toBytes());
        });
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("name:string, legs:int64=4, tags:string*"));
        try (RecordReader records = RecordReader.open(file)) {
            PayloadBatch payloads = new PayloadBatch();
            payloads.refill(records, 1024);
            ParsedFeatures batch = parser.parse(payloads);
            out.print(batch);
        }
        // end
        assertThat(out).hasToString("""
                name: string [2] ["cat", "spider"]
                legs: int64 [2] [4, 8]
                tags: string [2, 2] {[0, 0]: "soft", [0, 1]: "grey", [1, 0]: "quick"}
                """);
    }
}

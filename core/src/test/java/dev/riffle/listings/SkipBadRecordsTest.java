package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipBadRecordsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(Example.builder().put("legs", 4).build().toBytes());
            records.write(Example.builder().put("legs", "two").build().toBytes());
            records.write(Example.builder().put("legs", 2, 2).build().toBytes());
            records.write(Example.builder().put("legs", 8).build().toBytes());
        });
        // listing
        List<ExampleParseException> rejected = new ArrayList<>();
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("legs:int64"))
                .skipping(bad -> {
                    rejected.add(bad);
                    if (rejected.size() > 100) {
                        throw bad;
                    }
                });
        try (RecordReader reader = RecordReader.open(file)) {
            PayloadBatch payloads = new PayloadBatch();
            payloads.refill(reader, 1000);
            ParsedFeatures batch = parser.parse(payloads);
            out.print(batch);
            out.println(batch.size() + " of " + payloads.size() + ", the second is record " + batch.payloadIndexAt(1));
        }
        for (ExampleParseException bad : rejected) {
            out.println("record " + bad.recordIndex().orElse(-1) + " has " + bad.found());
        }
        // end
        assertThat(out).hasToString("""
                legs: int64 [2] [4, 8]
                2 of 4, the second is record 3
                record 1 has bytes_list of 1 value
                record 2 has 2 values
                """);
    }
}

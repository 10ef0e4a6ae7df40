package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadRecordTest {

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
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("legs:int64"));
        try (RecordReader reader = RecordReader.open(file)) {
            PayloadBatch payloads = new PayloadBatch();
            payloads.refill(reader, 1000);
            parser.parse(payloads);
        } catch (ExampleParseException e) {
            out.println(e.getMessage());
            out.println("feature  " + e.key().orElse("unknown"));
            out.println("expected " + e.expected());
            out.println("found    " + e.found());
            out.println("remedy   " + e.remedy());
            out.println("record   " + e.recordIndex().orElse(-1) + " at offset "
                    + e.offset().orElse(-1));
        }
        // end
        assertThat(out).hasToString("""
                animals.tfrecord: record 1 at offset 33: feature "legs": expected int64 (int64_list), found bytes_list of 1 value; if the data is correct, use string in the spec
                feature  legs
                expected int64 (int64_list)
                found    bytes_list of 1 value
                remedy   if the data is correct, use string in the spec
                record   1 at offset 33
                """);
    }
}

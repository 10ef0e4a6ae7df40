package dev.riffle.listings;

// listing

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

public class FirstProgram {

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of("animals.tfrecord");

        // Write a file of Examples. The file appears when it is complete.
        RecordWriter.write(file, records -> {
            for (String name : List.of("cat", "dog", "goat")) {
                Example animal = Example.builder()
                        .put("name", name)
                        .put("legs", 4)
                        .put("weight", 4.5f)
                        .build();
                records.write(animal.toBytes());
            }
        });

        // Read it record by record. The reader verifies both checksums of each record.
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                Example animal = Example.parse(records.payload());
                System.out.println(animal.feature("name").utf8Value() + " has "
                        + animal.feature("legs").longValue() + " legs");
            }
        }

        // Parse it into columns, like tf.io.parse_example.
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("name:string, weight:float32"));
        try (RecordReader records = RecordReader.open(file)) {
            PayloadBatch payloads = new PayloadBatch();
            payloads.refill(records, 1024);
            ParsedFeatures batch = parser.parse(payloads);
            System.out.print(batch);
        }
    }
}
// end

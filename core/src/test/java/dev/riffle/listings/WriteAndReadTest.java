package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAndReadTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        List<String> sentences = new ArrayList<>();
        // listing
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (String name : List.of("cat", "dog", "goat")) {
                Example animal =
                        Example.builder().put("name", name).put("legs", 4).build();
                records.write(animal.toBytes());
            }
        });

        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                Example animal = Example.parse(records.payload());
                sentences.add(animal.feature("name").utf8Value() + ": "
                        + animal.feature("legs").longValue() + " legs");
            }
        }
        // end
        assertThat(sentences).containsExactly("cat: 4 legs", "dog: 4 legs", "goat: 4 legs");
    }
}

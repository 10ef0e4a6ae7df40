package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRecordsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        // listing
        Path json = directory.resolve("json.tfrecord");
        RecordWriter.write(json, records -> {
            records.write("{'features': {'feature': {'label': {'int64List': {'value': [4]}}}}}");
            records.write(Example.builder().put("name", "goat").build().toJson());
        });

        try (RecordReader records = RecordReader.open(json)) {
            for (Bytes record : records) {
                Example example = Example.decodeJson(record);
                out.println(record.utf8());
                out.println(example.toMap());
            }
        }
        // end
        assertThat(out).hasToString("""
                {'features': {'feature': {'label': {'int64List': {'value': [4]}}}}}
                {label=[4]}
                {"features":{"feature":{"name":{"bytesList":{"value":["Z29hdA=="]}}}}}
                {name=[4 bytes [676f6174]]}
                """);
    }
}

package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamReadTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        Path file = directory.resolve("train-00000-of-00001");
        RecordWriter.write(file, records -> {
            records.write("cat");
            records.write("dog");
        });
        try (InputStream stream = Files.newInputStream(file)) {
            // listing
            try (RecordReader records = RecordReader.open(stream, "gs://bucket/train-00000-of-00001")) {
                for (Bytes payload : records) {
                    out.println(payload.utf8());
                }
            }
            // end
        }
        assertThat(out).hasToString("""
                cat
                dog
                """);
    }
}

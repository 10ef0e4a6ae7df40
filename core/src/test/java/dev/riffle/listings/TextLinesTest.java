package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextLinesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        // listing
        Path lines = directory.resolve("lines.tfrecord");
        RecordWriter.write(lines, records -> {
            records.write("The first line");
            records.write("Die zweite: Größe");
            records.write("");
        });

        try (RecordReader records = RecordReader.open(lines)) {
            for (Bytes record : records) {
                out.println(record.size() + " bytes: [" + record.utf8() + "]");
            }
        }
        // end
        assertThat(out).hasToString("""
                14 bytes: [The first line]
                19 bytes: [Die zweite: Größe]
                0 bytes: []
                """);
    }
}

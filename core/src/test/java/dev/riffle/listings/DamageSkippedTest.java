package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageSkippedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("words.tfrecord");
        RecordWriter.write(file, records -> {
            for (String word : new String[] {"one", "two", "three", "four"}) {
                records.write(word);
            }
        });
        byte[] bytes = Files.readAllBytes(file);
        bytes[19 + 12] ^= 1;
        Files.write(file, bytes);
        // listing
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                out.println("intact: " + records.index());
            }
        } catch (CorruptRecordException e) {
            out.println(e.getMessage());
        }

        DamagePolicy skip = DamagePolicy.skip(region -> out.println("skipped " + region.length() + " bytes: "
                + region.cause().reason().text()));
        try (RecordReader records =
                RecordReader.open(file, RecordReaderOptions.defaults().damage(skip))) {
            while (records.next()) {
                out.println("intact: " + records.index());
            }
        }
        // end
        assertThat(out).hasToString("""
                intact: 0
                words.tfrecord: record 1 at offset 31: payload checksum does not match: expected 0x09c99089, found 0xe63eda0a
                intact: 0
                skipped 19 bytes: payload checksum does not match
                intact: 2
                intact: 3
                """);
    }
}

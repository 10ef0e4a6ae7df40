package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IgnoredErrorsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("numbers.tfrecord");
        RecordWriter.write(file, records -> {
            records.write("1");
            records.write("two");
            records.write("3");
        });
        // listing
        Dataset<Integer> numbers = RecordDataset.files(file)
                .map(record -> Integer.parseInt(record.utf8()))
                .ignoreErrors(bad -> out.println("skipped: " + bad.getMessage()))
                .atMost(100);
        out.println(numbers.toList());
        // end
        assertThat(out).hasToString("""
                skipped: map: numbers.tfrecord at offset 17: For input string: "two"
                [1, 3]
                """);
    }
}

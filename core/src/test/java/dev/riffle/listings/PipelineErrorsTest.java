package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineErrorsTest {

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
        Dataset<Integer> numbers = RecordDataset.files(file).map(record -> Integer.parseInt(record.utf8()));
        try (DatasetIterator<Integer> iterator = numbers.iterator()) {
            while (iterator.hasNext()) {
                try {
                    out.println(iterator.next());
                } catch (DatasetException e) {
                    out.println(e.getMessage());
                }
            }
        }
        // end
        assertThat(out).hasToString("""
                1
                map: numbers.tfrecord at offset 17: For input string: "two"
                3
                """);
    }
}

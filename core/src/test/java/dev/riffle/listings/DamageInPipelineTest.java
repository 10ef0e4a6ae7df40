package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageInPipelineTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = directory.resolve("numbers.tfrecord");
        RecordWriter.write(file, records -> {
            for (String number : new String[] {"1", "2", "three", "4"}) {
                records.write(number);
            }
        });
        byte[] bytes = Files.readAllBytes(file);
        bytes[17 + 12] ^= 1;
        Files.write(file, bytes);
        // listing
        LongAdder lostBytes = new LongAdder();
        DamagePolicy skip = DamagePolicy.skip(region -> lostBytes.add(region.length()));

        Dataset<Integer> numbers = RecordDataset.files(file)
                .options(RecordReaderOptions.defaults().damage(skip)) // damaged records
                .map(record -> Integer.parseInt(record.utf8()))
                .ignoreErrors(bad -> out.println("skipped: " + bad.getMessage())) // intact records with wrong content
                .atMost(100);

        out.println(numbers.toList());
        out.println(lostBytes + " bytes lost");
        // end
        assertThat(out).hasToString("""
                skipped: map: numbers.tfrecord at offset 34: For input string: "three"
                [1, 4]
                17 bytes lost
                """);
    }
}

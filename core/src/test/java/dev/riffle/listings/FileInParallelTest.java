package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileInParallelTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        ParallelScan scan = ParallelScan.of(ByteSource.of(file)).threads(2);
        out.println(scan.count() + " records");

        LongAdder goats = new LongAdder();
        scan.<Long>run(
                records -> {
                    long found = 0;
                    while (records.next()) {
                        Example example = Example.parse(records.payload());
                        found += example.feature("feature2").utf8Value().equals("goat") ? 1 : 0;
                    }
                    return found;
                },
                goats::add);
        out.println(goats + " goats");
        // end
        assertThat(out).hasToString("""
                10000 records
                1989 goats
                """);
    }
}

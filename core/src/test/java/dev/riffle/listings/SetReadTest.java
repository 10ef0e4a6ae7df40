package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.RecordSetReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetReadTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordSet set = RecordSet.find(directory, "observations.tfrecord@4");
        long goats = 0;
        try (RecordSetReader records = RecordSetReader.open(set)) {
            while (records.next()) {
                Example observation = Example.parse(records.payload());
                if (observation.feature("feature2").utf8Value().equals("goat")) {
                    goats++;
                }
                if (records.count() == 8_124) {
                    out.println("record 8123 is record " + records.index() + " of its file: " + records.place());
                }
            }
            out.println(goats + " goats in " + records.count() + " records");
        }
        // end
        assertThat(out).hasToString("""
                record 8123 is record 623 of its file: observations.tfrecord-00003-of-00004 at offset 62573
                1989 goats in 10000 records
                """);
    }
}

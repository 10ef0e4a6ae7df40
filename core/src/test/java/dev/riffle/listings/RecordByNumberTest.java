package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordByNumberTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordSet set = RecordSet.find(directory, "observations.tfrecord@4");
        IndexOptions options = IndexOptions.defaults().writeIndexFiles().key("feature2");
        try (RecordIndex index = RecordIndex.open(set, options)) {
            out.println(index.size() + " records");
            out.println(Example.parse(index.get(8_123)).feature("feature2").utf8Value());
            out.println(index.getAll(9_999, 0, 5_000).size() + " of them in any order");
            out.println("record 8123 is in " + index.place(8_123));

            long goat = index.find(Bytes.ofUtf8("goat")).orElseThrow();
            out.println("the first goat is record " + goat);
            out.println(index.findAll(Bytes.ofUtf8("goat")).length + " goats");
        }
        out.println(RecordIndex.count(set) + " records, and no payload was read");
        // end
        assertThat(out).hasToString("""
                10000 records
                horse
                3 of them in any order
                record 8123 is in observations.tfrecord-00003-of-00004 at offset 62573
                the first goat is record 10
                1989 goats
                10000 records, and no payload was read
                """);
    }
}

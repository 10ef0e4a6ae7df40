package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.ShuffleReport;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetShuffledTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordSet set = RecordSet.find(directory, "observations.tfrecord@4");
        ShardNames mixed = ShardNames.of(directory.resolve("mixed.tfrecord"), 4);
        ShuffleReport report = ExternalShuffle.of(set, 42)
                .memory(256 << 10)
                .writeTo(RecordOutput.shards(mixed, RecordWriterOptions.defaults()));
        out.println(report.records() + " records");
        out.println("read less than twice: " + (report.bytesRead() < 2 * report.inputBytes()));
        out.println("written less than twice: " + (report.bytesWritten() < 2 * report.inputBytes()));
        // end
        assertThat(out).hasToString("""
                10000 records
                read less than twice: true
                written less than twice: true
                """);
    }
}

package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.ShardPlan;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetFoundTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordSet set = RecordSet.find(directory, "observations.tfrecord@*");
        out.println(set.files().size() + " files, " + set.totalBytes() + " bytes");
        out.println(set.names().map(ShardNames::count).orElse(0) + " shards, none missing");

        ShardPlan plan = ShardPlan.of(250_000_000_000L, 4);
        out.println("of 250 GB for 4 hosts: " + plan.shards() + " shards");
        plan.explanation().forEach(out::println);
        // end
        assertThat(out).hasToString("""
                4 files, 1003915 bytes
                4 shards, none missing
                of 250 GB for 4 hosts: 40 shards
                10 files for each of 4 reading hosts.
                Up to 2,500 files are as good: each still has 100 MB.
                """);
    }
}

package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.shard.ShardPlan;
import org.junit.jupiter.api.Test;

class HowManyShardsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        int readingHosts = 4;
        for (long megabytes : new long[] {80_000, 2_000, 200, 5}) {
            ShardPlan plan = ShardPlan.of(megabytes * 1_000_000, readingHosts);
            out.println(megabytes + " MB: " + plan.shards() + (plan.shards() == 1 ? " shard" : " shards") + " of "
                    + plan.shardBytes() / 1_000_000 + " MB");
        }
        // end
        assertThat(out).hasToString("""
                80000 MB: 40 shards of 2000 MB
                2000 MB: 40 shards of 50 MB
                200 MB: 20 shards of 10 MB
                5 MB: 1 shard of 5 MB
                """);
    }
}

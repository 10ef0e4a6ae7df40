package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardPlanTest {

    @ParameterizedTest
    @CsvSource({
        "0,1,1,LEAST_SIZE",
        "1,1,1,LEAST_SIZE",
        "19999999,1,1,LEAST_SIZE",
        "20000000,1,2,LEAST_SIZE",
        "99999999,1,9,LEAST_SIZE",
        "100000000,1,10,HOSTS",
        "250000000000,10,100,HOSTS",
        "250000000000,1000000,25000,LEAST_SIZE",
        "9223372036854775807,1000000,10000000,HOSTS",
    })
    void plansTenFilesForEachHostIfLargeEnough(long bytes, int hosts, int shards, ShardPlan.Bound bound) {
        ShardPlan plan = ShardPlan.of(bytes, hosts);
        assertThat(plan).isEqualTo(new ShardPlan(bytes, hosts, shards, bound));
        assertThat(plan.explanation()).isNotEmpty();
    }

    @Test
    void explainsThePlan() {
        assertThat(ShardPlan.of(250_000_000_000L, 10).explanation())
                .containsExactly(
                        "10 files for each of 10 reading hosts.",
                        "Up to 2,500 files are as good: each still has 100 MB.");
        assertThat(ShardPlan.of(200_000_000L, 1).explanation())
                .containsExactly(
                        "10 files for one reading host.",
                        "Each file has at least 10 MB, but less than the preferred 100 MB.");
        assertThat(ShardPlan.of(50_000_000L, 2).explanation())
                .containsExactly(
                        "10 files for each of 2 reading hosts would have less than 10 MB each, so the plan has one file"
                                + " for every 10 MB.");
    }

    @Test
    void comparesExistingFiles() {
        ShardPlan plan = ShardPlan.of(1_000_000_000L, 1);
        assertThat(plan.differences(Collections.nCopies(10, 100_000_000L))).isEmpty();
        assertThat(plan.differences(Collections.nCopies(20, 50_000_000L))).isEmpty();
        assertThat(plan.differences(List.of(1_000_000_000L)))
                .containsExactly("The dataset has fewer files than recommended: 1 instead of 10.");
        assertThat(plan.differences(Collections.nCopies(1000, 1_000_000L)))
                .containsExactly("Some files have less than 10 MB: 1000 of 1000.");
        assertThat(plan.differences(List.of(900_000_000L, 50_000_000L, 50_000_000L)))
                .hasSize(2)
                .last()
                .isEqualTo("The files are uneven: the largest has 900 MB, more than twice the mean.");
    }

    @Test
    void rejectsInvalidArguments() {
        assertThatThrownBy(() -> ShardPlan.of(-1, 1)).hasMessage("bytes must not be negative: -1");
        assertThatThrownBy(() -> ShardPlan.of(1, 0)).hasMessage("hosts must be at least 1 and at most 1000000: 0");
    }
}

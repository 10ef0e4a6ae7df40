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
    void tenFilesForEachHostIfTheyAreLargeEnough(long bytes, int hosts, int shards, ShardPlan.Bound bound) {
        ShardPlan plan = ShardPlan.of(bytes, hosts);
        assertThat(plan).isEqualTo(new ShardPlan(bytes, hosts, shards, bound));
        assertThat(plan.explanation()).isNotEmpty();
    }

    @Test
    void saysWhy() {
        assertThat(ShardPlan.of(250_000_000_000L, 10).explanation())
                .containsExactly(
                        "10 files for each of 10 hosts that read.",
                        "More are as good as long as each has 100 MB, which are up to 2,500.");
        assertThat(ShardPlan.of(200_000_000L, 1).explanation())
                .containsExactly(
                        "10 files for one host that reads.",
                        "Each has the 10 MB that a file needs, if not the 100 MB that it should better have.");
        assertThat(ShardPlan.of(50_000_000L, 2).explanation())
                .containsExactly(
                        "10 files for each of 2 hosts would be 20 of less than 10 MB, so there is one for every 10 MB.");
    }

    @Test
    void comparesWhatIsThere() {
        ShardPlan plan = ShardPlan.of(1_000_000_000L, 1);
        assertThat(plan.differences(Collections.nCopies(10, 100_000_000L))).isEmpty();
        assertThat(plan.differences(Collections.nCopies(20, 50_000_000L))).isEmpty();
        assertThat(plan.differences(List.of(1_000_000_000L)))
                .containsExactly("There are fewer files than the guidance wants: 1 instead of 10.");
        assertThat(plan.differences(Collections.nCopies(1000, 1_000_000L)))
                .containsExactly("There are files of less than 10 MB: 1000 of 1000.");
        assertThat(plan.differences(List.of(900_000_000L, 50_000_000L, 50_000_000L)))
                .hasSize(2)
                .last()
                .isEqualTo("The files are uneven: the largest has 900 MB, more than twice the mean.");
    }

    @Test
    void whatCannotBe() {
        assertThatThrownBy(() -> ShardPlan.of(-1, 1)).hasMessage("bytes must not be negative: -1");
        assertThatThrownBy(() -> ShardPlan.of(1, 0)).hasMessage("hosts must be at least 1 and at most 1000000: 0");
    }
}

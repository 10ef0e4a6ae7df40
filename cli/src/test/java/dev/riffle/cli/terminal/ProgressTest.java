package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void reportsRateAndRemainingTime() {
        assertThat(Progress.line("verify", 2_000_000_000L, 8_000_000_000L, 2.0))
                .isEqualTo("verify: 2.0 GB of 8.0 GB (25 %), 1.0 GB/s, 6 s left");
        assertThat(Progress.line("count", 1_000_000L, 3_000_000_000L, 1.0)).endsWith("49 min left");
    }

    @Test
    void reportsOnlyTheRateIfTheSizeIsUnknown() {
        assertThat(Progress.line("count", 1_500_000L, 0, 1.0)).isEqualTo("count: 1.5 MB, 1.5 MB/s");
    }
}

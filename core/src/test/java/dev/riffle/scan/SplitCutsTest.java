package dev.riffle.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitCutsTest {

    private static final int MIB = 1 << 20;

    /** A split of remote storage skips the rest of a record, so it must contain many records. */
    @Test
    void splitsOfLargeRecordsAreLarger() {
        assertThat(SplitCuts.of(64 * MIB, 2).begin(1)).isEqualTo(8 * MIB);
        assertThat(SplitCuts.of(64 * MIB, 2, 1000).begin(1)).isEqualTo(8 * MIB);
        assertThat(SplitCuts.of(64 * MIB, 2, MIB).begin(1)).isEqualTo(16 * MIB);
        assertThat(SplitCuts.of(64 * MIB, 2, Long.MAX_VALUE).count()).isOne();
    }

    @Test
    void splitsCoverTheFile() {
        SplitCuts cuts = SplitCuts.of(100 * MIB + 1, 3, 2 * MIB);

        assertThat(cuts.begin(0)).isZero();
        for (int i = 1; i < cuts.count(); i++) {
            assertThat(cuts.begin(i)).isEqualTo(cuts.limit(i - 1)).isBetween(cuts.begin(i - 1) + 1, 100L * MIB);
        }
        assertThat(cuts.limit(cuts.count() - 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(SplitCuts.of(0, 3, 1).count()).isZero();
    }
}

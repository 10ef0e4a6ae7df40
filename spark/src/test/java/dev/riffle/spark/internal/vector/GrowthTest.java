package dev.riffle.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthTest {

    @Test
    void growsByAQuarterUpToTheLargestArray() {
        assertThat(Growth.of(0)).isEqualTo(16);
        assertThat(Growth.of(1000)).isEqualTo(1250);
        assertThat(Growth.of(1_800_000_000)).isEqualTo(Integer.MAX_VALUE - 8);
        assertThat(Growth.of(Integer.MAX_VALUE - 8)).isEqualTo(Integer.MAX_VALUE - 8);
    }
}

package dev.riffle.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnWidthsTest {

    private static int[] fitting(int screen, int... wanted) {
        return ColumnWidths.fitting(wanted, screen, 2, 8);
    }

    @Test
    void columnsThatFitAreComplete() {
        assertThat(fitting(40, 10, 12, 14)).containsExactly(10, 12, 14);
        assertThat(fitting(80)).isEmpty();
    }

    @Test
    void theWidestColumnsBecomeNarrower() {
        assertThat(fitting(40, 5, 100, 20)).containsExactly(5, 15, 15);
        assertThat(fitting(20, 100)).containsExactly(20);
        assertThat(fitting(30, Integer.MAX_VALUE, 3)).containsExactly(25, 3);
    }

    @Test
    void theLastColumnsAreLeftOut() {
        assertThat(fitting(30, 20, 20, 20, 20)).containsExactly(8, 8, 8);
        assertThat(fitting(3, 20, 20)).containsExactly(8);
    }
}

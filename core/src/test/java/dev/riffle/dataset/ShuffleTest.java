package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShuffleTest {

    @Test
    void returnsTensorFlowsOrder() {
        assertThat(Dataset.range(10).shuffle(3, 42).toList()).containsExactly(0L, 3L, 4L, 2L, 1L, 5L, 8L, 6L, 7L, 9L);
    }

    @Test
    void changesTheOrderInEachPass() {
        Dataset<Long> shuffled = Dataset.range(6).shuffle(6, 1);
        assertThat(shuffled.toList()).containsExactly(4L, 5L, 1L, 2L, 3L, 0L);
        assertThat(shuffled.toList()).containsExactly(4L, 3L, 1L, 5L, 0L, 2L);
    }

    @Test
    void keepsOneOrderIfRequested() {
        Dataset<Long> shuffled = Dataset.range(6).shuffle(6, Seed.of(1), Reshuffle.NEVER);
        assertThat(shuffled.toList()).containsExactly(3L, 5L, 0L, 4L, 1L, 2L);
        assertThat(shuffled.toList()).containsExactly(3L, 5L, 0L, 4L, 1L, 2L);
    }

    @Test
    void repeatsFromOneBuffer() {
        assertThat(Dataset.range(6).shuffle(4, 9).repeat(3).toList())
                .containsExactly(0L, 3L, 5L, 1L, 2L, 4L, 1L, 0L, 4L, 2L, 5L, 3L, 1L, 2L, 0L, 4L, 3L, 5L);
    }

    @Test
    void holdsAllElementsWithoutABufferSize() {
        assertThat(Dataset.range(6).shuffle(Dataset.UNKNOWN_CARDINALITY, 1).toList())
                .containsExactly(4L, 5L, 1L, 2L, 3L, 0L);
    }

    @Test
    void returnsEachElementOncePerPassDespiteReadAhead() {
        for (long buffer : List.of(1L, 2L, 5L, 7L, 100L, Dataset.UNKNOWN_CARDINALITY)) {
            List<Long> passes = Dataset.range(5).shuffle(buffer, 3).repeat(7).toList();
            assertThat(passes).hasSize(35);
            for (int pass = 0; pass < 7; pass++) {
                assertThat(passes.subList(5 * pass, 5 * pass + 5)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
            }
        }
    }

    @Test
    void endlessRepeatOfAnEmptyDatasetEnds() {
        assertThat(Dataset.range(0).shuffle(4, 9).repeat().toList()).isEmpty();
        assertThat(Dataset.range(0).shuffle(4, 9).repeat(0).toList()).isEmpty();
    }

    @Test
    void repeatAfterAnotherStageLosesAPairOfSeeds() {
        // The second run of the repeated dataset begins with the fourth pair of seeds. The first run uses two pairs for
        // its passes and one for a pass that it does not read.
        Dataset<Long> plain = Dataset.range(6).shuffle(6, 1);
        Dataset<Long> repeated = Dataset.range(6).shuffle(6, 1).map(x -> x).repeat(2);
        List<Long> first = plain.toList();
        List<Long> second = plain.toList();
        plain.toList();
        List<Long> fourth = plain.toList();
        List<Long> passes = repeated.toList();
        assertThat(passes.subList(0, 6)).isEqualTo(first);
        assertThat(passes.subList(6, 12)).isEqualTo(second);
        assertThat(repeated.toList().subList(0, 6)).isEqualTo(fourth);
    }

    @Test
    void drawsNoSeedsIfNoElementIsNeeded() {
        Dataset<Long> shuffled = Dataset.range(6).shuffle(6, 1);
        assertThat(shuffled.take(0).toList()).isEmpty();
        assertThat(shuffled.skip(-1).toList()).isEmpty();
        assertThat(shuffled.map(x -> x).repeat(0).toList()).isEmpty();
        assertThat(shuffled.toList()).containsExactly(4L, 5L, 1L, 2L, 3L, 0L);
    }

    @Test
    void drawnSeedRepeatsTheOrder() {
        Dataset<Long> shuffled = Dataset.range(50).shuffle(20);
        Seed drawn = shuffled.seeds().get(0);
        assertThat(Dataset.range(50)
                        .shuffle(20, drawn, Reshuffle.EACH_ITERATION)
                        .toList())
                .isEqualTo(shuffled.toList());
        assertThat(Dataset.range(50).shuffle(20, drawn.seed2()).seeds()).containsExactly(drawn);
    }

    @Test
    void resumesEverywhere() {
        for (long buffer : List.of(1L, 3L, 6L, 100L, Dataset.UNKNOWN_CARDINALITY)) {
            Resumes.everywhere(() -> Dataset.range(7).shuffle(buffer, 5));
            Resumes.everywhere(() -> Dataset.range(7).shuffle(buffer, 5).repeat(3));
        }
        Resumes.everywhere(
                () -> Dataset.range(5).shuffle(4, Seed.of(1), Reshuffle.NEVER).repeat());
        Resumes.everywhere(() -> Dataset.range(5).shuffle(4, 1).map(x -> x + 1).repeat(3));
    }

    @Test
    void resumesAShuffleOfAShuffle() {
        Resumes.everywhere(() -> Dataset.range(9).shuffle(4, 1).shuffle(3, 2));
        Resumes.everywhere(() -> Dataset.range(5).shuffle(4, 1).shuffle(3, 2).repeat(3));
        Resumes.everywhere(
                () -> Dataset.range(5).shuffle(4, 1).repeat(2).shuffle(30, 2).repeat());
    }

    @Test
    void keepsItsBufferWhenAnElementFails() {
        Resumes.everywhere(
                () -> Dataset.range(12).map(ShuffleTest::failOnThirds).shuffle(5, 1));
        Resumes.everywhere(() ->
                Dataset.range(4).map(ShuffleTest::failOnThirds).shuffle(9, 1).repeat(4));
    }

    private static long failOnThirds(long element) {
        if (element % 3 == 1) {
            throw new IllegalStateException("no " + element);
        }
        return element;
    }

    @Test
    void rejectsBuffersThatAreNotPositive() {
        for (long bufferSize : new long[] {0, -1, -3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Dataset.range(3).shuffle(bufferSize, 1))
                    .withMessageContaining("bufferSize must be positive")
                    .withMessageContaining(": " + bufferSize);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.range(3).repeat().shuffle(Dataset.UNKNOWN_CARDINALITY, 1))
                .withMessage("bufferSize must be positive for an infinite dataset: -2");
    }

    @Test
    void rejectsACheckpointOfAnotherSeed() {
        Checkpoint checkpoint = Dataset.range(9).shuffle(3, 1).iterator().checkpoint();
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> Dataset.range(9).shuffle(3, 2).resume(checkpoint))
                .withMessageContaining("its stage 2 was shuffle(3, seeds 87654321 and 1, EACH_ITERATION)")
                .withMessageContaining("here it is shuffle(3, seeds 87654321 and 2, EACH_ITERATION)");
    }
}

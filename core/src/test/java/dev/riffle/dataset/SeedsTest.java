package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.GlobalSeed;
import dev.riffle.dataset.stage.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {

    private static final long MODULUS = (1L << 31) - 1;

    @Test
    void usesTensorFlowsDefaultSeedOfTheProgram() {
        assertThat(Seed.of(42)).isEqualTo(new Seed(87654321, 42));
    }

    @Test
    void truncatesSeedsLikePython() {
        assertThat(Seed.of(MODULUS + 5)).isEqualTo(Seed.of(5));
        assertThat(Seed.of(-1)).isEqualTo(new Seed(87654321, MODULUS - 1));
        assertThat(Seed.of(Long.MIN_VALUE).seed2()).isBetween(0L, MODULUS - 1);
    }

    @Test
    void replacesTheSecondOfTwoZeros() {
        assertThat(GlobalSeed.of(0).operation(0)).isEqualTo(new Seed(0, MODULUS));
        assertThat(GlobalSeed.of(MODULUS).operation(-MODULUS)).isEqualTo(new Seed(0, MODULUS));
        assertThat(GlobalSeed.of(0).operation(1)).isEqualTo(new Seed(0, 1));
    }

    @Test
    void drawnSeedsDifferAndCanBeReused() {
        Seed drawn = Seed.drawn();
        assertThat(Seed.of(drawn.seed2())).isEqualTo(drawn);
        assertThat(List.of(Seed.drawn(), Seed.drawn(), Seed.drawn(), Seed.drawn()))
                .doesNotHaveDuplicates();
    }

    /**
     * Compares the drawn numbers with the output of Python:
     * {@code r = random.Random(g); [r.randint(0, 2**31 - 1) for _ in range(3)]}.
     */
    @Test
    void globalSeedDrawsTheNumbersOfPython() {
        assertThat(drawn(0L)).containsExactly(1654615998L, 1806341205L, 173879092L);
        assertThat(drawn(1L)).containsExactly(577090037L, 271041745L, 1095513148L);
        assertThat(drawn(42L)).containsExactly(478163327L, 107420369L, 1181241943L);
        assertThat(drawn(-42L)).containsExactly(478163327L, 107420369L, 1181241943L);
        assertThat(drawn(2147483647L)).containsExactly(1364760256L, 516955790L, 843305193L);
        assertThat(drawn(12345678901234L)).containsExactly(107551873L, 624174316L, 1830505710L);
        assertThat(drawn(Long.MIN_VALUE)).containsExactly(1691753470L, 899083848L, 1039357674L);
    }

    private static List<Long> drawn(long seed) {
        GlobalSeed global = GlobalSeed.of(seed);
        return List.of(
                global.next().seed2(), global.next().seed2(), global.next().seed2());
    }

    @Test
    void eachGlobalSeedObjectStartsAtTheBeginning() {
        assertThat(GlobalSeed.of(9).next()).isEqualTo(GlobalSeed.of(9).next());
        GlobalSeed global = GlobalSeed.of(9);
        assertThat(global.next()).isNotEqualTo(global.next());
    }

    @Test
    void returnsTheSeedsOfAPipelineInOrder() {
        Dataset<Long> pipeline = Dataset.range(9)
                .shuffle(3, 1)
                .repeat(2)
                .concatenate(Dataset.random(Seed.of(2)).take(3))
                .shuffle(3, 3);
        assertThat(pipeline.seeds()).containsExactly(Seed.of(1), Seed.of(2), Seed.of(3));
        assertThat(Dataset.range(3).seeds()).isEmpty();
    }
}

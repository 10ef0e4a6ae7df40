package dev.riffle.dataset.internal.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.riffle.Rounds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the streams that users rely on for all time. The expected numbers come from an independent program that
 * computes Philox4x32-10. A change of these numbers would change the results of every pipeline. So no change is
 * allowed. One logarithm differs from the C library by the last bit, because Java defines the logarithm of fdlibm.
 */
class ElementRandomTest {

    /** The two numbers of {@code Seed.of(42)}. */
    private static final long SEED = 87654321;

    private static final long SEED2 = 42;

    private static ElementRandom random(long pass, long number) {
        return new ElementRandom(SEED, SEED2, pass, number);
    }

    private static <R> List<R> values(int count, Function<RandomGenerator, R> next) {
        RandomGenerator random = random(0, 7);
        return Stream.generate(() -> next.apply(random)).limit(count).toList();
    }

    @Test
    void returnsTheReferenceNumbers() {
        assertThat(random(0, 0).longs(3))
                .containsExactly(-8674043474122039901L, 7220079300076978609L, -9163854352647785874L);
        assertThat(random(0, 1).longs(3))
                .containsExactly(5035954162980071599L, 6148335392818346707L, 5183448191151114473L);
        assertThat(random(0, (1L << 40) + 5).longs(3))
                .containsExactly(-6342599615610237750L, -5331256492087644155L, 2137802514459176005L);
        assertThat(random(1, 0).longs(3))
                .containsExactly(8232382392463736421L, 3787521540886908918L, -1586602786797264372L);
        assertThat(random(1, 1).longs(3))
                .containsExactly(-7228432831411756731L, -2849762665376773104L, 266581521257525463L);
    }

    @Test
    void returnsTheReferenceValuesOfEachMethod() {
        assertThat(values(4, RandomGenerator::nextInt)).containsExactly(424119971, -2072820026, 514902584, 745846604);
        assertThat(values(10, random -> random.nextInt(10))).containsExactly(0, 5, 1, 1, 5, 5, 7, 1, 8, 0);
        assertThat(values(10, random -> random.nextInt(-3, 4))).containsExactly(-3, 0, -3, -2, 1, 0, 2, -3, 3, -3);
        assertThat(values(3, random -> random.nextLong(1_000_000_000_000L)))
                .containsExactly(703623807843L, 879825869734L, 227198951038L);
        assertThat(values(3, random -> random.nextLong(-5, 999_999_999_995L)))
                .containsExactly(703623807838L, 879825869729L, 227198951033L);
        assertThat(values(8, RandomGenerator::nextBoolean))
                .containsExactly(false, true, false, false, true, true, true, false);
        assertThat(values(3, RandomGenerator::nextFloat))
                .containsExactly(0.0987480878829956f, 0.5173839330673218f, 0.11988508701324463f);
        assertThat(values(3, random -> random.nextFloat(8)))
                .containsExactly(8 * 0.0987480878829956f, 8 * 0.5173839330673218f, 8 * 0.11988508701324463f);
        assertThat(values(3, RandomGenerator::nextDouble))
                .containsExactly(0.09874812595485327, 0.119885100092193, 0.5900112459363255);
        assertThat(values(3, random -> random.nextDouble(-4, 4)))
                .containsExactly(8 * 0.09874812595485327 - 4, 8 * 0.119885100092193 - 4, 8 * 0.5900112459363255 - 4);
        assertThat(values(3, RandomGenerator::nextGaussian))
                .containsExactly(0.5759567410256902, 1.0149137285345615, -1.1630130463206847);
        assertThat(values(1, random -> random.nextGaussian(2, 0.5))).containsExactly(2 + 0.5 * 0.5759567410256902);
        assertThat(values(3, RandomGenerator::nextExponential))
                .containsExactly(0.1039705110007887, 0.12770281195610095, 0.8916255487729575);
        byte[] bytes = new byte[7];
        random(0, 7).nextBytes(bytes);
        assertThat(bytes).containsExactly(-93, -114, 71, 25, -58, 70, 115);
    }

    /** Streams of close numbers, passes and seeds share no value. A shared value by chance has probability 2^-40. */
    @Test
    void streamsDiffer() {
        Set<Long> seen = new HashSet<>();
        int streams = 0;
        for (long seed2 : new long[] {0, 1, 42}) {
            for (long pass = 0; pass < 3; pass++) {
                for (long number = -20; number < 20; number++) {
                    new ElementRandom(SEED, seed2, pass, number).longs(20).forEach(seen::add);
                    streams++;
                }
            }
        }
        assertThat(seen).hasSize(20 * streams);
    }

    /** The correlation of 100,000 independent pairs is below 0.0145 with a probability of 0.99999. */
    @Test
    void streamsOfConsecutiveElementsAreNotCorrelated() {
        int count = 100_000;
        double[] first = firsts(0, 0, count);
        assertThat(correlation(first, firsts(0, 1, count))).isEqualTo(0, within(0.0145));
        assertThat(correlation(first, firsts(1, 0, count))).isEqualTo(0, within(0.0145));
        double[] gaussians = IntStream.range(0, count)
                .mapToDouble(i -> random(0, i).nextGaussian())
                .toArray();
        assertThat(DoubleStream.of(gaussians).average().orElseThrow()).isEqualTo(0, within(0.0145));
        assertThat(DoubleStream.of(gaussians).map(x -> x * x).average().orElseThrow())
                .isEqualTo(1, within(0.02));
    }

    private static double[] firsts(long pass, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToDouble(i -> random(pass, i).nextDouble())
                .toArray();
    }

    private static double correlation(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - 0.5) * (y[i] - 0.5);
        }
        return 12 * sum / x.length;
    }

    @Test
    void returnsEachBoundedValueEquallyOften() {
        int[] counts = new int[5];
        RandomGenerator random = random(0, 3);
        for (int i = 0; i < 50_000; i++) {
            counts[random.nextInt(5)]++;
            counts[(int) random.nextLong(5)]++;
        }
        for (int count : counts) {
            // The standard deviation is 126.
            assertThat(count).isBetween(19_400, 20_600);
        }
        // Without a second draw, the expected counts would be 750 and 1500 instead of 1000 and 2000.
        int residues = 0;
        int above = 0;
        for (int i = 0; i < 3_000; i++) {
            residues += random.nextInt(3 << 29) % 3 == 2 ? 1 : 0;
            above += random.nextLong(3L << 61) >= 1L << 61 ? 1 : 0;
        }
        assertThat(residues).isBetween(900, 1_100);
        assertThat(above).isBetween(1_900, 2_100);
    }

    @Test
    void staysWithinTheBounds() {
        Random bounds = new Random(Rounds.seed("bounds"));
        RandomGenerator random = random(2, 9);
        for (int i = 0; i < Rounds.count(20_000); i++) {
            int a = bounds.nextInt() >> bounds.nextInt(31);
            int b = bounds.nextInt() >> bounds.nextInt(31);
            if (a < b) {
                assertThat(random.nextInt(a, b)).isBetween(a, b - 1);
            }
            long c = bounds.nextLong() >> bounds.nextInt(63);
            long d = bounds.nextLong() >> bounds.nextInt(63);
            if (c < d) {
                assertThat(random.nextLong(c, d)).isBetween(c, d - 1);
            }
            float e = Float.intBitsToFloat(bounds.nextInt());
            float f = Float.intBitsToFloat(bounds.nextInt());
            if (Float.isFinite(e) && Float.isFinite(f) && e < f) {
                assertThat(random.nextFloat(e, f)).isGreaterThanOrEqualTo(e).isLessThan(f);
            }
            double g = Double.longBitsToDouble(bounds.nextLong());
            double h = Double.longBitsToDouble(bounds.nextLong());
            if (Double.isFinite(g) && Double.isFinite(h) && g < h) {
                assertThat(random.nextDouble(g, h)).isGreaterThanOrEqualTo(g).isLessThan(h);
            }
        }
        List<Double> narrow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            narrow.add(random.nextDouble(Double.MIN_VALUE, 2 * Double.MIN_VALUE));
            narrow.add((double) random.nextFloat(Float.MIN_VALUE) + Double.MIN_VALUE);
        }
        assertThat(narrow).containsOnly(Double.MIN_VALUE);
    }

    @Test
    void rejectsWrongBounds() {
        RandomGenerator random = random(0, 0);
        for (Runnable wrong : List.<Runnable>of(
                () -> random.nextInt(0),
                () -> random.nextLong(-1),
                () -> random.nextFloat(0),
                () -> random.nextFloat(Float.NaN),
                () -> random.nextFloat(Float.POSITIVE_INFINITY),
                () -> random.nextDouble(-0.0),
                () -> random.nextDouble(Double.NaN),
                () -> random.nextDouble(Double.POSITIVE_INFINITY))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(wrong::run)
                    .withMessageStartingWith("bound must be positive and finite: ");
        }
        for (Runnable wrong : List.<Runnable>of(
                () -> random.nextInt(3, 3),
                () -> random.nextLong(4, 3),
                () -> random.nextFloat(1, 1),
                () -> random.nextFloat(Float.NEGATIVE_INFINITY, 1),
                () -> random.nextFloat(0, Float.NaN),
                () -> random.nextDouble(1, 1),
                () -> random.nextDouble(0, Double.POSITIVE_INFINITY),
                () -> random.nextDouble(Double.NaN, 1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(wrong::run)
                    .withMessageStartingWith("bound must be greater than origin");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> random.nextGaussian(0, -1))
                .withMessage("stddev must not be negative: -1.0");
    }
}

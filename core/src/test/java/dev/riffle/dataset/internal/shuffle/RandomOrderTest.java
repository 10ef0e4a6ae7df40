package dev.riffle.dataset.internal.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.dataset.stage.Seed;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that a random order is a permutation, differs in each epoch, and passes statistical tests. */
class RandomOrderTest {

    private static final Seed SEED = new Seed(17, 4);

    @Test
    void containsEveryNumberOnce() {
        for (int size = 1; size <= 300; size++) {
            for (int epoch = 0; epoch < 5; epoch++) {
                checkPermutation(size, new RandomOrder(size, SEED, epoch));
            }
        }
        for (int size : new int[] {65_535, 65_536, 65_537, 1_000_000}) {
            checkPermutation(size, new RandomOrder(size, SEED, size));
        }
    }

    private static void checkPermutation(int size, RandomOrder order) {
        BitSet seen = new BitSet(size);
        for (int i = 0; i < size; i++) {
            long number = order.at(i);
            assertThat(number).isBetween(0L, size - 1L);
            seen.set((int) number);
        }
        assertThat(seen.cardinality()).isEqualTo(size);
    }

    @Test
    void largeSizesHaveNoCollisionsAndStayInRange() {
        long seed = Rounds.seed("random order");
        Random random = new Random(seed);
        for (long size : new long[] {1L << 31, (1L << 40) + 1, Long.MAX_VALUE, (1L << 62) + 12345, 3_000_000_019L}) {
            RandomOrder order = new RandomOrder(size, SEED, 3);
            Set<Long> places = new HashSet<>();
            Set<Long> numbers = new HashSet<>();
            for (int i = 0; i < 20_000; i++) {
                long place = (random.nextLong() >>> 1) % size;
                if (places.add(place)) {
                    long number = order.at(place);
                    assertThat(number).as("seed %d", seed).isBetween(0L, size - 1);
                    assertThat(numbers.add(number)).as("seed %d", seed).isTrue();
                }
            }
        }
    }

    @Test
    void epochsAndSeedsDiffer() {
        int size = 10_000;
        RandomOrder order = new RandomOrder(size, SEED, 0);
        for (RandomOrder other : new RandomOrder[] {
            new RandomOrder(size, SEED, 1),
            new RandomOrder(size, new Seed(17, 5), 0),
            new RandomOrder(size, new Seed(18, 4), 0),
            new RandomOrder(size, new Seed(4, 17), 0)
        }) {
            int same = 0;
            for (int i = 0; i < size; i++) {
                same += order.at(i) == other.at(i) ? 1 : 0;
            }
            assertThat(same).isLessThan(10);
        }
    }

    /** Counts how often each number has each position, and applies a chi-square test to the counts. */
    @Test
    void placesNumbersUniformly() {
        for (int size : new int[] {2, 3, 5, 10}) {
            int epochs = 20_000;
            long[][] counts = new long[size][size];
            for (int epoch = 0; epoch < epochs; epoch++) {
                RandomOrder order = new RandomOrder(size, SEED, epoch);
                for (int place = 0; place < size; place++) {
                    counts[place][(int) order.at(place)]++;
                }
            }
            double expected = (double) epochs / size;
            double sum = 0;
            for (long[] row : counts) {
                for (long count : row) {
                    sum += (count - expected) * (count - expected) / expected;
                }
            }
            // The chi-square test has (size - 1) squared degrees of freedom.
            int degrees = (size - 1) * (size - 1);
            assertThat(sum).as("size %d", size).isLessThan(degrees + 7 * Math.sqrt(2.0 * degrees) + 10);
        }
    }

    /**
     * Applies a chi-square test to the distances of neighbours. With 99 degrees of freedom, random distances exceed 180
     * about once in a million tests.
     */
    @Test
    void separatesNeighbours() {
        int size = 1_000_000;
        int classes = 100;
        RandomOrder order = new RandomOrder(size, SEED, 9);
        long[] counts = new long[classes];
        for (int i = 1; i < size; i++) {
            long distance = Math.floorMod(order.at(i) - order.at(i - 1), (long) size);
            counts[(int) (distance * classes / size)]++;
        }
        double expected = (double) size / classes;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        assertThat(sum).isBetween(40.0, 180.0);
    }
}

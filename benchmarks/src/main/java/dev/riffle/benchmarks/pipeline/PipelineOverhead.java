package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.Spread;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import java.util.Locale;

/**
 * Measures the time of one stage of a sequential pipeline for each element. From the time of ten cheap stages, it
 * subtracts the time of a bare loop with the same arithmetic. Then it divides the difference by the numbers of elements
 * and stages. All elements pass through all stages.
 */
public final class PipelineOverhead {

    private static final int ELEMENTS = 5_000_000;
    private static final int STAGES = 10;
    private static final int WARM_UPS = 6;

    private PipelineOverhead() {}

    public static Spread nanos(int rounds) {
        for (int i = 0; i < WARM_UPS; i++) {
            Contest.requireEqual(pipeline(), loop());
        }
        double[] perStage = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            System.gc();
            long begin = System.nanoTime();
            long ours = pipeline();
            long middle = System.nanoTime();
            long bare = loop();
            long end = System.nanoTime();
            Contest.requireEqual(ours, bare);
            perStage[round] = (double) ((middle - begin) - (end - middle)) / STAGES / ELEMENTS;
            Progress.say(String.format(
                    Locale.ROOT,
                    "  round %d: pipeline %.1f ms, loop %.1f ms",
                    round + 1,
                    (middle - begin) / 1e6,
                    (end - middle) / 1e6));
        }
        return Spread.of(perStage);
    }

    private static long pipeline() {
        Dataset<Long> numbers = Dataset.range(ELEMENTS + 1L)
                .skip(1)
                .map(x -> x * 3)
                .filter(x -> x > 0)
                .take(ELEMENTS)
                .map(x -> x ^ 0x55)
                .takeWhile(x -> x >= 0)
                .map(x -> x + 7)
                .filter(x -> x != 0)
                .map(x -> x >>> 1);
        long sum = 0;
        try (DatasetIterator<Long> iterator = numbers.iterator()) {
            while (iterator.hasNext()) {
                sum = 31 * sum + iterator.next();
            }
        }
        return sum;
    }

    private static long loop() {
        long sum = 0;
        for (long i = 1; i <= ELEMENTS; i++) {
            long x = i * 3;
            if (x > 0) {
                x ^= 0x55;
                if (x < 0) {
                    break;
                }
                x += 7;
                if (x != 0) {
                    sum = 31 * sum + (x >>> 1);
                }
            }
        }
        return sum;
    }
}

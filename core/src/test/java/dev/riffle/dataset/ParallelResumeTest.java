package dev.riffle.dataset;

import dev.riffle.Rounds;
import dev.riffle.dataset.stage.DatasetFunction;
import java.io.IOException;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tests random pipelines with stages that read ahead. Stops each pipeline at every element, and resumes it in parallel
 * and in sequence.
 */
class ParallelResumeTest {

    private static final int ROUNDS = Rounds.count(25);

    /** Returns a pipeline that depends only on the random numbers, with parallel or sequential stages. */
    private static Dataset<Long> pipeline(Random random, boolean parallel) {
        Dataset<Long> dataset = Dataset.range(random.nextInt(12));
        int stages = 1 + random.nextInt(5);
        for (int i = 0; i < stages; i++) {
            dataset = stage(dataset, random, parallel);
        }
        return dataset;
    }

    private static Dataset<Long> stage(Dataset<Long> input, Random random, boolean parallel) {
        int kind = random.nextInt(8);
        int size = 1 + random.nextInt(4);
        Parallel calls = Parallel.calls(parallel ? size : 1);
        return switch (kind) {
            case 0, 1 -> input.prefetch(parallel ? size : 1);
            case 2 -> {
                DatasetFunction<Long, Long> function = x -> {
                    if (x % 7 == size) {
                        throw new IOException("no " + x);
                    }
                    return x + size;
                };
                yield parallel ? input.map(function, calls) : input.map(function);
            }
            case 3, 4 -> {
                InterleaveDataset<Long, Long> interleave = input.<Long>interleave(
                                x -> Dataset.range(x, x + 1 + Math.floorMod(x, 3L))
                                        .shuffle(2, size)
                                        .prefetch(2),
                                size)
                        .blockLength(1 + size / 2);
                yield (parallel ? interleave.parallel(calls) : interleave).take(20);
            }
            case 5 -> input.shuffle(size, size);
            case 6 -> input.take(9).repeat(2);
            default -> input.filter(x -> x % 5 != size);
        };
    }

    @Test
    void resumesEverywhereInParallelAndInSequence() {
        long first = Rounds.seed("parallel resume");
        for (int round = 0; round < ROUNDS; round++) {
            long seed = first + round;
            Supplier<Dataset<Long>> parallel = () -> pipeline(new Random(seed), true);
            Supplier<Dataset<Long>> sequential = () -> pipeline(new Random(seed), false);
            try {
                Resumes.inOnePass(parallel, Function.identity());
                Resumes.between(parallel, sequential, Function.identity());
                Resumes.between(sequential, parallel, Function.identity());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "pipeline of seed " + seed + ":\n" + parallel.get().explain(), e);
            }
        }
    }

    @Test
    void readAheadLosesNoSeed() {
        Resumes.inOnePass(
                () -> Dataset.range(5)
                        .shuffle(3, 7)
                        .prefetch(2)
                        .repeat(3)
                        .map(x -> x, Parallel.calls(3))
                        .prefetch(4),
                Function.identity());
        Resumes.inOnePass(
                () -> Dataset.range(5).shuffle(3, 7).prefetch(20).repeat(2).prefetch(20), Function.identity());
    }
}

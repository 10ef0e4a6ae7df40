package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.Parallel;

/** Compares a parallel map with a sequential one, for a function of about 50 microseconds. Both keep the order. */
public final class ParallelMapContest implements Contest {

    private static final int ELEMENTS = 4_000;
    private static final int STEPS = 45_000;

    private final Dataset<Long> several;
    private final Dataset<Long> one = Dataset.range(ELEMENTS).map(ParallelMapContest::work);

    public ParallelMapContest(int threads) {
        this.several = Dataset.range(ELEMENTS).map(ParallelMapContest::work, Parallel.calls(threads));
    }

    @Override
    public long ours() {
        return pass(several);
    }

    @Override
    public long baseline() {
        return pass(one);
    }

    private static long pass(Dataset<Long> dataset) {
        long result = 0;
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            while (iterator.hasNext()) {
                result = 31 * result + iterator.next();
            }
        }
        return result;
    }

    /** Computes for about 50 microseconds. Each step depends on the previous one and uses no memory. */
    private static Long work(long seed) {
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }
}

package dev.riffle.benchmarks.harness;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Runs the two sides of a contest in turns in this JVM. A turn is a number of passes. Riffle needs about {@link
 * #TURN_NANOS} for them, unless the baseline would then need more than {@link #MAX_BASELINE_NANOS}. Both sides do the
 * same number of passes. A round is a turn of each side. The first side alternates.
 */
public record Rounds(int count) {

    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long MAX_BASELINE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int FEWEST_WARM_UPS = 4;

    public Rounds {
        if (count < 1) {
            throw new IllegalArgumentException("rounds must be positive: " + count);
        }
    }

    /** Runs one side of a contest. */
    @FunctionalInterface
    private interface Side {
        long pass() throws Exception;
    }

    /** Returns the baseline's time divided by ours. */
    public Spread race(Contest contest) throws Exception {
        contest.check();
        int passes = warmUp(contest);
        double[] ratios = new double[count];
        for (int round = 0; round < count; round++) {
            boolean weBegin = round % 2 == 0;
            long first = turn(contest, weBegin ? contest::ours : contest::baseline, passes);
            long second = turn(contest, weBegin ? contest::baseline : contest::ours, passes);
            long ours = weBegin ? first : second;
            long baselines = weBegin ? second : first;
            ratios[round] = (double) baselines / ours;
            Progress.say(String.format(
                    Locale.ROOT,
                    "  round %d: ours %.1f ms, baseline %.1f ms a pass",
                    round + 1,
                    ours / 1e6 / passes,
                    baselines / 1e6 / passes));
        }
        return Spread.of(ratios);
    }

    /** Returns the number of passes of a turn. */
    private static int warmUp(Contest contest) throws Exception {
        long begin = System.nanoTime();
        long fastest = Long.MAX_VALUE;
        long baselineFastest = Long.MAX_VALUE;
        for (int i = 0; i < FEWEST_WARM_UPS || System.nanoTime() - begin < WARM_UP_NANOS; i++) {
            fastest = Math.min(fastest, turn(contest, contest::ours, 1));
            baselineFastest = Math.min(baselineFastest, turn(contest, contest::baseline, 1));
        }
        return (int) Math.max(1, Math.min(TURN_NANOS / fastest, MAX_BASELINE_NANOS / baselineFastest));
    }

    private static long turn(Contest contest, Side side, int passes) throws Exception {
        contest.clear();
        // The garbage collection releases mappings of earlier turns outside the timing.
        System.gc();
        long nanos = 0;
        long expected = 0;
        for (int i = 0; i < passes; i++) {
            if (i > 0) {
                contest.clear();
            }
            long begin = System.nanoTime();
            long result = side.pass();
            nanos += System.nanoTime() - begin;
            if (i > 0) {
                Contest.requireEqual(expected, result);
            }
            expected = result;
        }
        return nanos;
    }
}

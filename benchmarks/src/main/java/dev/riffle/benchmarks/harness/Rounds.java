package dev.riffle.benchmarks.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

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

    /** Holds the elapsed time of the passes of a turn, and the CPU time of all threads during the turn. */
    private record Times(long nanos, long cpuNanos) {}

    /** Returns the baseline's time divided by ours. Prints the absolute speeds of both sides to standard error. */
    public Spread race(Contest contest) throws Exception {
        contest.check();
        int passes = warmUp(contest);
        double[] ratios = new double[count];
        Times[] oursOfAll = new Times[count];
        Times[] baselinesOfAll = new Times[count];
        for (int round = 0; round < count; round++) {
            boolean weBegin = round % 2 == 0;
            Times first = turn(contest, weBegin ? contest::ours : contest::baseline, passes);
            Times second = turn(contest, weBegin ? contest::baseline : contest::ours, passes);
            Times ours = weBegin ? first : second;
            Times baselines = weBegin ? second : first;
            oursOfAll[round] = ours;
            baselinesOfAll[round] = baselines;
            ratios[round] = (double) baselines.nanos() / ours.nanos();
            Progress.say(String.format(
                    Locale.ROOT,
                    "  round %d: ours %.1f ms, baseline %.1f ms a pass",
                    round + 1,
                    ours.nanos() / 1e6 / passes,
                    baselines.nanos() / 1e6 / passes));
        }
        saySpeed("ours", contest.amount(), oursOfAll, passes);
        saySpeed("baseline", contest.amount(), baselinesOfAll, passes);
        return Spread.of(ratios);
    }

    /** Prints the speed of one side from the medians of its turns. */
    private static void saySpeed(String side, Amount amount, Times[] turns, int passes) {
        if (amount.rows() == 0) {
            return;
        }
        double seconds = median(turns, Times::nanos) / 1e9 / passes;
        double cpuSeconds = median(turns, Times::cpuNanos) / 1e9 / passes;
        Progress.say("  " + side + ": " + amount.speed(seconds, cpuSeconds));
    }

    private static double median(Times[] turns, ToLongFunction<Times> part) {
        return Spread.of(Arrays.stream(turns).mapToLong(part).asDoubleStream().toArray())
                .median();
    }

    /** Returns the number of passes of a turn. */
    private static int warmUp(Contest contest) throws Exception {
        long begin = System.nanoTime();
        long fastest = Long.MAX_VALUE;
        long baselineFastest = Long.MAX_VALUE;
        for (int i = 0; i < FEWEST_WARM_UPS || System.nanoTime() - begin < WARM_UP_NANOS; i++) {
            fastest = Math.min(fastest, turn(contest, contest::ours, 1).nanos());
            baselineFastest = Math.min(
                    baselineFastest, turn(contest, contest::baseline, 1).nanos());
        }
        return (int) Math.max(1, Math.min(TURN_NANOS / fastest, MAX_BASELINE_NANOS / baselineFastest));
    }

    private static Times turn(Contest contest, Side side, int passes) throws Exception {
        contest.clear();
        // The garbage collection releases mappings of earlier turns outside the timing.
        System.gc();
        long nanos = 0;
        long cpuBegin = cpuNanos();
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
        return new Times(nanos, cpuNanos() - cpuBegin);
    }

    /** Returns the CPU time of this process, which the system counts in steps of some milliseconds. */
    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElseThrow();
    }
}

package dev.riffle;

import java.time.Duration;
import java.util.Random;

/**
 * Provides the seeds of random tests. A test runs in rounds, each with its own seed, so {@code -Driffle.seed=N} repeats
 * a single round. A test without rounds takes one seed from {@link #seed(String)}.
 *
 * <ul>
 *   <li>An ordinary build runs a tenth of the rounds with fixed seeds: equal on every machine and in every run.
 *   <li>{@code -Driffle.rounds=full} runs all rounds, with the same seeds. One stage of {@code .ci/run} sets it.
 *   <li>The soak profile sets {@code riffle.soak}, a number of seconds for each test. It draws a new first seed, prints
 *       it, and runs at least the full number of rounds and until the time is over. A test without rounds runs once.
 * </ul>
 */
public final class Rounds {

    /** Runs one round of a random test. */
    @FunctionalInterface
    public interface Round {

        /**
         * Runs the round.
         *
         * @param random the only source of randomness in this round
         * @param name the name of the test with the seed, for the messages of assertions
         */
        void run(Random random, String name) throws Exception;
    }

    private static final int FEWEST = 10;
    private static final int SHARE = 10;

    private Rounds() {}

    /**
     * Returns whether this run tries all cases. This applies to the full number of rounds, a soak, and a repeated seed.
     */
    public static boolean isFull() {
        return "full".equals(System.getProperty("riffle.rounds"))
                || Long.getLong("riffle.soak") != null
                || Long.getLong("riffle.seed") != null;
    }

    /**
     * Returns the number of rounds to run: {@code full} in a full run, otherwise a tenth of it, but at least 10 or
     * {@code full}.
     */
    public static int count(int full) {
        return isFull() ? full : Math.max(Math.min(full, FEWEST), full / SHARE);
    }

    /**
     * Returns the distance between the offsets that a test tries: 1 in a full run, {@code ordinary} in other runs.
     * Choose a number without a common factor with the lengths in the tested file.
     */
    public static int step(int ordinary) {
        return isFull() ? 1 : ordinary;
    }

    /**
     * Returns the seed of a test that has no rounds: fixed in ordinary builds, new in the soak profile, which prints
     * it.
     */
    public static long seed(String test) {
        Long repeated = Long.getLong("riffle.seed");
        if (repeated != null) {
            return repeated;
        }
        if (Long.getLong("riffle.soak") == null) {
            return seed(test.hashCode(), 0);
        }
        long seed = System.nanoTime();
        System.out.println(test + ": soak, repeat with -Driffle.seed=" + seed);
        return seed;
    }

    /** Runs {@link #count(int)} of {@code rounds} rounds. In the soak profile, runs at least {@code rounds}. */
    public static void run(String test, int rounds, Round round) throws Exception {
        run(test, rounds, rounds, round);
    }

    /** Like {@link #run(String, int, Round)}, but runs at least {@code soakRounds} in the soak profile. */
    public static void run(String test, int rounds, int soakRounds, Round round) throws Exception {
        Long repeated = Long.getLong("riffle.seed");
        Long soakSeconds = Long.getLong("riffle.soak");
        if (repeated != null) {
            run(test, repeated, round);
        } else if (soakSeconds == null) {
            for (int i = 0; i < count(rounds); i++) {
                run(test, seed(test.hashCode(), i), round);
            }
        } else {
            soak(test, soakRounds, Duration.ofSeconds(soakSeconds), round);
        }
    }

    private static void soak(String test, int atLeast, Duration duration, Round round) throws Exception {
        long first = System.nanoTime();
        System.out.println(test + ": soak, first seed " + first);
        long end = first + duration.toNanos();
        int count = 0;
        for (; count < atLeast || System.nanoTime() - end < 0; count++) {
            run(test, seed(first, count), round);
        }
        System.out.println(test + ": soak, " + count + " rounds");
    }

    private static void run(String test, long seed, Round round) throws Exception {
        String name = test + ", repeat with -Driffle.seed=" + seed;
        try {
            round.run(new Random(seed), name);
        } catch (Exception | Error e) {
            System.out.println("failed: " + name);
            throw e;
        }
    }

    /** Returns the seed of a round. Adjacent rounds get unrelated seeds. */
    private static long seed(long first, int round) {
        long mixed = (first + round) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 27;
    }
}

package dev.riffle;

import java.time.Duration;
import java.util.Random;

/**
 * Seeds of random tests. A test runs in rounds, each with a seed of its own, so {@code -Driffle.seed=N} repeats one
 * round alone. A test that has no rounds takes one seed from {@link #seed(String)}.
 *
 * <ul>
 *   <li>An ordinary build runs a fixed number of rounds with fixed seeds: equal on every machine and in every run.
 *   <li>The soak profile sets {@code riffle.soak}, a number of seconds for each test. It draws a new first seed, prints it,
 *       and runs until the time is over and the minimum number of rounds is reached. A test without rounds runs once.
 * </ul>
 */
public final class Rounds {

    /** One round of a random test. */
    @FunctionalInterface
    public interface Round {

        /**
         * Runs the round.
         *
         * @param random the only source of chance in this round
         * @param name names test and seed; use it in the messages of assertions
         */
        void run(Random random, String name) throws Exception;
    }

    private Rounds() {}

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

    /** Runs {@code rounds} rounds; in the soak profile at least as many. */
    public static void run(String test, int rounds, Round round) throws Exception {
        run(test, rounds, rounds, round);
    }

    /** Runs {@code rounds} rounds in ordinary builds, at least {@code soakRounds} in the soak profile. */
    public static void run(String test, int rounds, int soakRounds, Round round) throws Exception {
        Long repeated = Long.getLong("riffle.seed");
        Long soakSeconds = Long.getLong("riffle.soak");
        if (repeated != null) {
            run(test, repeated, round);
        } else if (soakSeconds == null) {
            for (int i = 0; i < rounds; i++) {
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

    /** Returns the seed of a round: neighbouring rounds get unrelated seeds. */
    private static long seed(long first, int round) {
        long mixed = (first + round) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 27;
    }
}

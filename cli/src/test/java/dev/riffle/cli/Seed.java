package dev.riffle.cli;

/** Where random tests begin: {@code -Driffle.seed} repeats a run that failed. */
final class Seed {

    private Seed() {}

    /** Prints the seed, which {@code -Driffle.seed} sets. */
    static long of(String what) {
        long seed = Long.getLong("riffle.seed", System.nanoTime());
        System.out.println(what + ": seed (-Driffle.seed) " + seed);
        return seed;
    }
}

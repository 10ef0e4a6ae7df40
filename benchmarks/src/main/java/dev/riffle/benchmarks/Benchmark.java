package dev.riffle.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * Something that is measured.
 *
 * @param name what its line is called
 * @param measurement how its numbers come about
 */
record Benchmark(String name, Measurement measurement) {

    /** Does the measuring. */
    @FunctionalInterface
    interface Measurement {
        Spread measure(RecordFiles files, Settings settings) throws Exception;
    }

    /** Makes the contest of a benchmark, and its files. */
    @FunctionalInterface
    interface Arena {
        Contest open(RecordFiles files) throws Exception;
    }

    /**
     * How much is measured.
     *
     * @param rounds how many rounds a contest has
     * @param jmhRounds how many rounds a contest under JMH has
     * @param repository the root of the checkout
     */
    record Settings(int rounds, int jmhRounds, Path repository) {}

    /** Further benchmarks, of Maven profiles. */
    interface Provider {
        List<Benchmark> benchmarks();
    }

    /** Returns a benchmark that races both sides of a contest. */
    static Benchmark contest(String name, Arena arena) {
        return new Benchmark(name, (files, settings) -> {
            try (Contest contest = arena.open(files)) {
                return new Rounds(settings.rounds()).race(contest);
            }
        });
    }
}

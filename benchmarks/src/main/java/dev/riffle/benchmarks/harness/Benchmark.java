package dev.riffle.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * Something that is measured.
 *
 * @param name what its line is called
 * @param measurement how its numbers come about
 */
public record Benchmark(String name, Measurement measurement) {

    /** Does the measuring. */
    @FunctionalInterface
    public interface Measurement {
        Spread measure(RecordFiles files, Settings settings) throws Exception;
    }

    /** Makes the contest of a benchmark, and its files. */
    @FunctionalInterface
    public interface Arena {
        Contest open(RecordFiles files) throws Exception;
    }

    /**
     * How much is measured.
     *
     * @param rounds how many rounds a contest has
     * @param jmhRounds how many rounds a contest under JMH has
     * @param repository the root of the checkout
     */
    public record Settings(int rounds, int jmhRounds, Path repository) {}

    /** Further benchmarks, of Maven profiles. */
    public interface Provider {
        List<Benchmark> benchmarks();
    }

    /** Returns a benchmark that races both sides of a contest. */
    public static Benchmark contest(String name, Arena arena) {
        return new Benchmark(name, (files, settings) -> {
            try (Contest contest = arena.open(files)) {
                return new Rounds(settings.rounds()).race(contest);
            }
        });
    }
}

package dev.riffle.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * Names a measurement.
 *
 * @param name the name of its line
 * @param measurement the code that measures
 */
public record Benchmark(String name, Measurement measurement) {

    /** Runs the measurement. */
    @FunctionalInterface
    public interface Measurement {
        Spread measure(RecordFiles files, Settings settings) throws Exception;
    }

    /** Creates the contest of a benchmark and its files. */
    @FunctionalInterface
    public interface Arena {
        Contest open(RecordFiles files) throws Exception;
    }

    /**
     * Holds the settings of a run.
     *
     * @param rounds the number of rounds of a contest
     * @param jmhRounds the number of rounds of a contest under JMH
     * @param repository the root of the checkout
     */
    public record Settings(int rounds, int jmhRounds, Path repository) {}

    /** Provides further benchmarks, from Maven profiles. */
    public interface Provider {
        List<Benchmark> benchmarks();
    }

    /** Returns a benchmark that times both sides of a contest. */
    public static Benchmark contest(String name, Arena arena) {
        return new Benchmark(name, (files, settings) -> {
            try (Contest contest = arena.open(files)) {
                return new Rounds(settings.rounds()).race(contest);
            }
        });
    }
}

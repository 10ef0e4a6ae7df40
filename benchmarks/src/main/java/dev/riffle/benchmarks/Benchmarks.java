package dev.riffle.benchmarks;

import dev.riffle.benchmarks.harness.Benchmark;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.RecordFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * Implements the program that {@code benchmarks/run} starts. The argument {@code list} prints the names, one on each
 * line. A name runs that benchmark and prints its line. A JVM runs one benchmark, so that another benchmark does not
 * influence its compilation.
 *
 * <p>The system properties {@code rounds} and {@code jmhRounds} set the numbers of rounds. The property {@code
 * repository} sets the path of the checkout.
 */
public final class Benchmarks {

    private static final int ROUNDS = 15;
    private static final int JMH_ROUNDS = 5;

    private Benchmarks() {}

    /** Runs one benchmark, or lists all. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected the name of a benchmark, or list");
        }
        List<Benchmark> all = BenchmarkList.all();
        if (arguments[0].equals("list")) {
            all.forEach(benchmark -> System.out.println(benchmark.name()));
            return;
        }
        for (Benchmark benchmark : all) {
            if (benchmark.name().equals(arguments[0])) {
                run(benchmark);
                return;
            }
        }
        System.err.println("unknown benchmark: " + arguments[0]);
        System.exit(2);
    }

    private static void run(Benchmark benchmark) throws Exception {
        Benchmark.Settings settings = new Benchmark.Settings(
                Integer.getInteger("rounds", ROUNDS),
                Integer.getInteger("jmhRounds", JMH_ROUNDS),
                Path.of(System.getProperty("repository", ".")));
        Progress.say(benchmark.name());
        try (RecordFiles files = new RecordFiles()) {
            System.out.println(benchmark.name() + " " + benchmark.measurement().measure(files, settings));
        }
    }
}

package dev.riffle.benchmarks.spark;

import dev.riffle.benchmarks.harness.Benchmark;
import dev.riffle.io.Compression;
import java.util.List;

/** Provides the benchmarks that run Riffle and the baseline in Spark. They need the profile {@code spark}. */
public final class SparkBenchmarks implements Benchmark.Provider {

    private static final int READ_ROWS = 1_200_000;
    private static final int WRITTEN_ROWS = 300_000;

    /** The number of rows in a file of slightly more than 2 GiB. */
    private static final int TWO_GIGABYTES_ROWS = 3_800_000;

    @Override
    public List<Benchmark> benchmarks() {
        return List.of(
                Benchmark.contest(
                        "spark-2-of-26-vs-hadoop",
                        files -> new SparkReadContest(files.rows(READ_ROWS, Compression.NONE), SparkColumn.two())),
                Benchmark.contest(
                        "spark-26-vs-hadoop",
                        files -> new SparkReadContest(files.rows(READ_ROWS, Compression.NONE), SparkColumn.all())),
                Benchmark.contest(
                        "spark-write-vs-hadoop",
                        files -> new SparkWriteContest(files, files.rows(WRITTEN_ROWS, Compression.NONE))),
                new Benchmark(
                        "spark-one-file-2-cores",
                        (files, settings) -> new SparkCores(files.rows(TWO_GIGABYTES_ROWS, Compression.NONE))
                                .race(settings.rounds())));
    }
}

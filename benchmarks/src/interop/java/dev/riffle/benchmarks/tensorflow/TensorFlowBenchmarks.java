package dev.riffle.benchmarks.tensorflow;

import dev.riffle.benchmarks.harness.Benchmark;
import dev.riffle.benchmarks.parse.RowSpecs;
import dev.riffle.io.Compression;
import java.util.List;

/** Provides the benchmarks against TensorFlow itself, which need the profile {@code interop}. */
public final class TensorFlowBenchmarks implements Benchmark.Provider {

    private static final int ROWS = 200_000;

    @Override
    public List<Benchmark> benchmarks() {
        return List.of(
                Benchmark.contest(
                        "walk-vs-tensorflow", files -> new TensorFlowWalk(files.rows(ROWS, Compression.NONE))),
                Benchmark.contest("parse-26-vs-tensorflow", files -> new TensorFlowParseContest(RowSpecs.all())),
                Benchmark.contest("parse-2-of-26-vs-tensorflow", files -> new TensorFlowParseContest(RowSpecs.two())));
    }
}

package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.benchmarks.harness.RowDuel;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.oracle.tensorflow.Example;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares building and serializing of single rows from values in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowBuilding implements RowDuel {

    private static final int ROWS = 1024;

    private final List<Row> rows = Rows.first(ROWS);
    private int present;

    private Row nextRow() {
        present = (present + 1) % ROWS;
        return rows.get(present);
    }

    /** Builds with Riffle. */
    @Benchmark
    public byte[] ours() {
        return Rows.example(nextRow()).toByteArray();
    }

    /** Builds with protobuf-java. */
    @Benchmark
    public byte[] baseline() {
        return ProtobufRows.example(nextRow()).toByteArray();
    }

    /** Compares the parsed messages, because the bytes may differ in the order of the features. */
    @Override
    public void check() throws Exception {
        for (Row row : rows) {
            byte[] ours = Rows.example(row).toByteArray();
            byte[] baselines = ProtobufRows.example(row).toByteArray();
            Contest.requireEqual(ours.length, baselines.length);
            Contest.requireEqual(Example.parseFrom(ours), Example.parseFrom(baselines));
            Contest.requireEqual(dev.riffle.example.Example.parse(ours), dev.riffle.example.Example.parse(baselines));
        }
    }
}

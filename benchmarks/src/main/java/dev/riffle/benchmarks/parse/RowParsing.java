package dev.riffle.benchmarks.parse;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RowDuel;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.example.Example;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares parsing single rows into complete Examples. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowParsing implements RowDuel {

    private static final int ROWS = 1024;

    /** The rows, serialized by protobuf, which orders features differently than Riffle. */
    private final List<byte[]> payloads = Rows.first(ROWS).stream()
            .map(row -> ProtobufRows.example(row).toByteArray())
            .toList();

    private int present;

    private byte[] nextPayload() {
        present = (present + 1) % ROWS;
        return payloads.get(present);
    }

    /** Parses with Riffle. */
    @Benchmark
    public Example ours() {
        return Example.parse(nextPayload());
    }

    /** Parses with protobuf-java. */
    @Benchmark
    public dev.riffle.oracle.tensorflow.Example baseline() throws InvalidProtocolBufferException {
        return dev.riffle.oracle.tensorflow.Example.parseFrom(nextPayload());
    }

    /**
     * Serializes the Example of each side and parses the bytes with the other side. Checks that the results are equal.
     */
    @Override
    public void check() throws Exception {
        for (byte[] payload : payloads) {
            Example ours = Example.parse(payload);
            dev.riffle.oracle.tensorflow.Example baselines = dev.riffle.oracle.tensorflow.Example.parseFrom(payload);
            Contest.requireEqual(ours, Example.parse(baselines.toByteArray()));
            Contest.requireEqual(dev.riffle.oracle.tensorflow.Example.parseFrom(ours.toByteArray()), baselines);
        }
    }
}

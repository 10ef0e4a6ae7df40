package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RowDuel;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.typed.RecordCodec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Decodes typed records of ten features. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecDecoding implements RowDuel {

    private static final int RECORDS = 1024;

    private final RecordCodec<Impression> codec = RecordCodec.of(Impression.class);
    private final List<Bytes> payloads = Impression.of(Rows.first(RECORDS)).stream()
            .map(one -> one.toExample().toBytes())
            .toList();
    private int present;

    private Bytes nextPayload() {
        present = (present + 1) % RECORDS;
        return payloads.get(present);
    }

    /** The codec. */
    @Benchmark
    public Impression ours() {
        return codec.decode(nextPayload());
    }

    /** An Example and its accessors. */
    @Benchmark
    public Impression baseline() {
        return Impression.from(Example.parse(nextPayload()));
    }

    /** Arrays of records are compared by the Examples of the records. */
    @Override
    public void check() {
        for (Bytes payload : payloads) {
            Contest.requireEqual(
                    codec.decode(payload).toExample(),
                    Impression.from(Example.parse(payload)).toExample());
            Contest.requireEqual(codec.decode(payload).toExample().toBytes(), payload);
        }
    }
}

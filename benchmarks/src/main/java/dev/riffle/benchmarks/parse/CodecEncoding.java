package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RowDuel;
import dev.riffle.benchmarks.harness.Rows;
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

/** Encodes typed records of ten features. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecEncoding implements RowDuel {

    private static final int RECORDS = 1024;

    private final RecordCodec<Impression> codec = RecordCodec.of(Impression.class);
    private final List<Impression> records = Impression.of(Rows.first(RECORDS));
    private int present;

    private Impression nextRecord() {
        present = (present + 1) % RECORDS;
        return records.get(present);
    }

    /** The codec. */
    @Benchmark
    public Bytes ours() {
        return codec.encode(nextRecord());
    }

    /** The builder of Examples. */
    @Benchmark
    public Bytes baseline() {
        return nextRecord().toExample().toBytes();
    }

    @Override
    public void check() {
        for (Impression one : records) {
            Contest.requireEqual(codec.encode(one), one.toExample().toBytes());
        }
    }
}

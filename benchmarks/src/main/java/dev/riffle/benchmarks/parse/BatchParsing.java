package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Row;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.Values;
import java.util.List;
import java.util.Random;

/** Parses payloads in batches. All batches use the same memory. */
public final class BatchParsing {

    public static final int BATCH = 1024;

    private static final long ORDER_SEED = 20261123;

    private final ExampleParser parser;
    private final List<byte[]> payloads;
    private final PayloadBatch batch = new PayloadBatch();
    private final int size;
    private ParsedFeatures parsed;

    /** Creates batches of {@code size} payloads. */
    public BatchParsing(ExampleParser parser, List<byte[]> payloads, int size) {
        this.parser = parser;
        this.size = size;
        this.payloads = payloads;
        this.parsed = parser.newBatch();
    }

    /** Returns the first rows, serialized by protobuf, which orders features differently than Riffle. */
    public static List<byte[]> payloads(int rows) {
        return Rows.first(rows).stream()
                .map(row -> ProtobufRows.example(row).toByteArray())
                .toList();
    }

    /**
     * Returns the payloads of the first rows, each with another random order of features. The orders are the same in
     * every run.
     */
    static List<byte[]> shuffledPayloads(int rows) {
        Random random = new Random(ORDER_SEED);
        return Rows.first(rows).stream()
                .map(row -> ProtobufRows.shuffled(row, random))
                .toList();
    }

    /** Parses all payloads. Returns the sum of {@link #sum} over all batches. */
    public long pass() {
        long sum = 0;
        for (int number = 0; number * size < payloads.size(); number++) {
            sum += sum(batch(number));
        }
        return sum;
    }

    /** Parses the payloads of the batch with this number. The next call overwrites the result. */
    ParsedFeatures batch(int number) {
        int from = number * size;
        batch.clear();
        for (int i = from; i < Math.min(from + size, payloads.size()); i++) {
            batch.add(payloads.get(i));
        }
        parsed = parser.parse(batch, parsed);
        return parsed;
    }

    /** Returns the sum of all labels and of the number of floats. */
    static long sum(ParsedFeatures parsed) {
        Values labels = parsed.dense(Row.LABEL).values();
        long sum = 0;
        for (int i = 0; i < labels.size(); i++) {
            sum += labels.longAt(i);
        }
        return sum + parsed.dense(Row.EMBEDDING).values().size();
    }
}

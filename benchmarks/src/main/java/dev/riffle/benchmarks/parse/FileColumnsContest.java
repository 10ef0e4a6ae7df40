package dev.riffle.benchmarks.parse;

import dev.riffle.RecordReader;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares reading a file into columns with parsing the same payloads from memory. Both sides run on one thread and
 * refill one batch of columns. The ratio is the share of parsing in the time of reading and parsing.
 */
public final class FileColumnsContest implements Contest {

    private final Path file;
    private final ExampleParser parser;
    private final BatchParsing baseline;
    private final PayloadBatch payloads = new PayloadBatch();
    private final ParsedFeatures columns;

    /** Creates a contest over the records of a file. The baseline holds all payloads in arrays. */
    public FileColumnsContest(Path file, FeatureSpecs specs) throws IOException {
        this.file = file;
        this.parser = ExampleParser.compile(specs);
        this.columns = parser.newBatch();
        this.baseline = new BatchParsing(parser, payloads(file), BatchParsing.BATCH);
    }

    private static List<byte[]> payloads(Path file) throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                payloads.add(records.payloadBytes());
            }
        }
        return payloads;
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        long sum = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (payloads.refill(records, BatchParsing.BATCH) > 0) {
                sum += BatchParsing.sum(parser.parse(payloads, columns));
            }
        }
        return sum;
    }

    @Override
    public long baseline() {
        return baseline.pass();
    }

    /** Compares every value of the columns. */
    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        try (RecordReader records = RecordReader.open(file)) {
            for (int batch = 0; payloads.refill(records, BatchParsing.BATCH) > 0; batch++) {
                ParsedFeatures read = parser.parse(payloads, columns);
                ParsedFeatures parsed = baseline.batch(batch);
                Contest.requireEqual(read.size(), parsed.size());
                for (String name : parser.specs().names()) {
                    Contest.requireEqual(read.dense(name), parsed.dense(name));
                }
            }
        }
    }
}

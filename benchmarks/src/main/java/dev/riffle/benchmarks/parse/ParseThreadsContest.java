package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.util.List;

/** Compares parsing of batches by Riffle on several threads with parsing on one thread. */
public final class ParseThreadsContest implements Contest {

    private static final int BATCH = 8 * BatchParsing.BATCH;
    private static final int ROWS = 2 * BATCH;

    private final List<byte[]> payloads = BatchParsing.payloads(ROWS);
    private final ExampleParser one = ExampleParser.compile(RowSpecs.all());
    private final ExampleParser several;
    private final BatchParsing oursBatches;
    private final BatchParsing baselineBatches;

    public ParseThreadsContest(int threads) {
        this.several = one.threads(threads);
        this.oursBatches = new BatchParsing(several, payloads, BATCH);
        this.baselineBatches = new BatchParsing(one, payloads, BATCH);
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() {
        return oursBatches.pass();
    }

    @Override
    public long baseline() {
        return baselineBatches.pass();
    }

    @Override
    public void check() {
        Contest.requireEqual(ours(), baseline());
        PayloadBatch batch = new PayloadBatch();
        payloads.forEach(batch::add);
        ParsedFeatures ofSeveral = several.parse(batch);
        ParsedFeatures ofOne = one.parse(batch);
        Contest.requireEqual(ofSeveral.asMap(), ofOne.asMap());
    }
}

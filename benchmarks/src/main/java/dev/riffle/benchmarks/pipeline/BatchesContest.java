package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.benchmarks.parse.RowSpecs;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Creates shuffled batches of 26 features from a file of rows: Riffle's pipeline with two threads against {@linkplain
 * ProtobufBatches a plain loop}. The sides shuffle with different random numbers, so the compared sums do not depend on
 * the order.
 */
public final class BatchesContest implements Contest {

    static final int SHUFFLE = 10_000;
    static final int BATCH = 256;

    private static final int THREADS = 2;
    private static final long SEED = 42;

    private final Path file;
    private final Dataset<ParsedFeatures> batches;

    public BatchesContest(Path file) {
        this.file = file;
        this.batches = RecordDataset.files(file)
                .shuffle(SHUFFLE, SEED)
                .batch(BATCH, Collator.parsed(ExampleParser.compile(RowSpecs.all())))
                .parallel(Parallel.calls(THREADS))
                .prefetch(2 * THREADS);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() {
        long sum = 0;
        try (DatasetIterator<ParsedFeatures> iterator = batches.iterator()) {
            while (iterator.hasNext()) {
                ParsedFeatures batch = iterator.next();
                Values labels = batch.dense(Row.LABEL).values();
                for (int i = 0; i < labels.size(); i++) {
                    sum += labels.longAt(i);
                }
                sum += batch.dense(Row.EMBEDDING).values().size();
            }
        }
        return sum;
    }

    @Override
    public long baseline() throws IOException {
        long[] sum = new long[1];
        new ProtobufBatches(SEED).read(file, batch -> {
            for (int i = 0; i < batch.size(); i++) {
                sum[0] += batch.labels()[i];
            }
            sum[0] += (long) batch.size() * ProtobufBatches.EMBEDDING;
        });
        return sum[0];
    }

    /**
     * Checks that both sides return all values of the rows in any order. Also checks that neither side keeps the order
     * of the file.
     */
    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        RowDigest ours = new RowDigest();
        try (DatasetIterator<ParsedFeatures> iterator = batches.iterator()) {
            iterator.forEachRemaining(ours::add);
        }
        RowDigest theirs = new RowDigest();
        new ProtobufBatches(SEED).read(file, theirs::add);
        Contest.requireEqual(ours.rows(), theirs.rows());
        Contest.requireEqual(ours.anyOrder(), theirs.anyOrder());
    }
}

package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares reading all records of a file in a random order with reading them in the order of the file. Both sides are
 * datasets of owned payloads with verified checksums. The index exists before the timing, as in the second and later
 * epochs of a training. Each pass has the order of another epoch.
 */
public final class GlobalShuffleContest implements Contest {

    private final Path file;
    private final RecordIndex index;
    private final Dataset<Bytes> inOrder;
    private long seed;

    public GlobalShuffleContest(Path file) throws IOException {
        this.file = file;
        this.index = RecordIndex.open(List.of(file));
        this.inOrder = RecordDataset.files(file);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() {
        return walk(Dataset.globalShuffle(index, new Seed(1, seed++)));
    }

    @Override
    public long baseline() {
        return walk(inOrder);
    }

    /** Returns a number that does not depend on the order. */
    private static long walk(Dataset<Bytes> dataset) {
        long sum = 0;
        try (DatasetIterator<Bytes> records = dataset.iterator()) {
            while (records.hasNext()) {
                Bytes record = records.next();
                sum += record.size() + (record.get(record.size() - 1) << 16);
            }
        }
        return sum;
    }

    @Override
    public void check() {
        Map<Bytes, Integer> left = new HashMap<>();
        inOrder.forEach(record -> left.merge(record, 1, Integer::sum));
        Dataset.globalShuffle(index, new Seed(1, seed)).forEach(record -> left.merge(record, -1, Integer::sum));
        left.values().removeIf(count -> count == 0);
        Contest.requireEqual(left.size(), 0);
        Contest.requireEqual(ours(), baseline());
    }

    @Override
    public void close() {
        index.close();
    }
}

package dev.riffle.benchmarks.pipeline;

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
import java.util.Map;

/**
 * All records of a file in a random order against all in the order of the file, both as a dataset that gives owned payloads,
 * with their checksums verified. The index is there beforehand, as it is from the second epoch on; each pass is another
 * epoch's order.
 */
public final class GlobalShuffleContest implements Contest {

    private final RecordIndex index;
    private final Dataset<Bytes> inOrder;
    private long seed;

    public GlobalShuffleContest(Path file) throws IOException {
        this.index = RecordIndex.of(file);
        this.inOrder = RecordDataset.files(file);
    }

    @Override
    public long ours() {
        return walk(Dataset.globalShuffle(index, new Seed(1, seed++)));
    }

    @Override
    public long rival() {
        return walk(inOrder);
    }

    /** A number that does not depend on the order. */
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
        Contest.requireEqual(ours(), rival());
    }

    @Override
    public void close() {
        index.close();
    }
}

package dev.riffle.benchmarks;

import dev.riffle.RecordReader;
import dev.riffle.io.Bytes;
import dev.riffle.shard.IndexOptions;
import dev.riffle.shard.RecordIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * All records of a file by their numbers, in a random order, against reading them in order; both give payloads that the caller
 * owns, with their checksums verified. The index is there beforehand.
 */
final class RandomGetContest implements Contest {

    private static final long SEED = 20261122;
    private static final int GROUP = 64;

    /** How the records are asked for. */
    enum Way {
        /** One call for each. */
        ONE,
        /** One call for 64, which are read ahead together. */
        GROUPS
    }

    private final Path file;
    private final Way way;
    private final RecordIndex index;
    private final long[] order;

    RandomGetContest(Path file, Way way) throws IOException {
        this.file = file;
        this.way = way;
        this.index = RecordIndex.open(List.of(file), IndexOptions.defaults());
        this.order = new long[Math.toIntExact(index.size())];
        Random random = new Random(SEED);
        for (int i = 0; i < order.length; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
    }

    @Override
    public long ours() throws IOException {
        long sum = 0;
        if (way == Way.ONE) {
            for (long number : order) {
                sum += digest(index.get(number));
            }
            return sum;
        }
        for (int i = 0; i < order.length; i += GROUP) {
            for (Bytes record : index.getAll(Arrays.copyOfRange(order, i, Math.min(i + GROUP, order.length)))) {
                sum += digest(record);
            }
        }
        return sum;
    }

    @Override
    public long rival() throws IOException {
        long sum = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                sum += digest(Bytes.ofOwned(records.payloadBytes()));
            }
        }
        return sum;
    }

    /** A number whose sum does not depend on the order. */
    private static long digest(Bytes record) {
        return record.size() + ((long) record.get(record.size() - 1) << 16);
    }

    @Override
    public void check() throws IOException {
        Map<Bytes, Integer> left = new HashMap<>();
        try (RecordReader records = RecordReader.open(file)) {
            records.forEach(record -> left.merge(record, 1, Integer::sum));
        }
        for (long number : order) {
            left.merge(index.get(number), -1, Integer::sum);
        }
        left.values().removeIf(count -> count == 0);
        Contest.requireEqual(left.size(), 0);
        Contest.requireEqual(ours(), rival());
    }

    @Override
    public void close() {
        index.close();
    }
}

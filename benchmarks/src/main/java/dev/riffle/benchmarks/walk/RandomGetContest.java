package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Compares getting all records of a file by number, in a random order, with reading them in order. Both sides return
 * payloads that the caller owns, with verified checksums. The index exists before the timing.
 */
public final class RandomGetContest implements Contest {

    private static final long SEED = 20261122;
    private static final int GROUP = 64;

    /** Lists the ways to get records. */
    public enum Way {
        /** One call for each record. */
        ONE,
        /** One call for 64 records, with read-ahead. */
        GROUPS
    }

    private final Path file;
    private final Way way;
    private final RecordIndex index;
    private final long[] order;

    public RandomGetContest(Path file, Way way) throws IOException {
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
    public Amount amount() throws IOException {
        return Amount.of(file);
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
            for (Bytes record : index.getAll(group(i))) {
                sum += digest(record);
            }
        }
        return sum;
    }

    @Override
    public long baseline() throws IOException {
        long sum = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                sum += digest(Bytes.ofOwned(records.payloadBytes()));
            }
        }
        return sum;
    }

    /** Returns a number for a record. The sum of these numbers does not depend on the order of the records. */
    private static long digest(Bytes record) {
        return record.size() + ((long) record.get(record.size() - 1) << 16);
    }

    @Override
    public void check() throws IOException {
        List<Bytes> scanned = new ArrayList<>(order.length);
        try (RecordReader records = RecordReader.open(file)) {
            records.forEach(scanned::add);
        }
        Contest.requireEqual(order.length, scanned.size());
        for (int i = 0; i < order.length; i += GROUP) {
            long[] numbers = group(i);
            List<Bytes> got = way == Way.GROUPS ? index.getAll(numbers) : eachOf(numbers);
            Contest.requireEqual(
                    got,
                    Arrays.stream(numbers)
                            .mapToObj(number -> scanned.get((int) number))
                            .toList());
        }
        Contest.requireEqual(ours(), baseline());
    }

    private long[] group(int from) {
        return Arrays.copyOfRange(order, from, Math.min(from + GROUP, order.length));
    }

    private List<Bytes> eachOf(long[] numbers) throws IOException {
        List<Bytes> records = new ArrayList<>();
        for (long number : numbers) {
            records.add(index.get(number));
        }
        return records;
    }

    @Override
    public void close() {
        index.close();
    }
}

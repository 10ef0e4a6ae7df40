package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.Spread;
import dev.riffle.benchmarks.parse.RowSpecs;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures the live heap of a running pipeline, after one million and after ten million records. */
public final class LiveHeap {

    private static final long MILLION = 1_000_000;
    private static final int BATCH = 250;
    private static final int MOST_ROUNDS = 3;
    private static final int COLLECTIONS = 4;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private LiveHeap() {}

    /** Holds the numbers of live bytes in one run. */
    private record Live(long afterOne, long afterTen) {}

    /** Returns the live bytes after ten million records. */
    public static Spread bytes(Path file, int rounds) {
        return measure(file, rounds, Live::afterTen);
    }

    /** Returns the live bytes after ten million records divided by the live bytes after one million. */
    public static Spread growth(Path file, int rounds) {
        return measure(file, rounds, live -> (double) live.afterTen() / live.afterOne());
    }

    /** Selects the result of a run. */
    @FunctionalInterface
    private interface Result {
        double of(Live live);
    }

    private static Spread measure(Path file, int rounds, Result result) {
        double[] results = new double[Math.min(rounds, MOST_ROUNDS)];
        for (int round = 0; round < results.length; round++) {
            Live live = run(file);
            Progress.say("  round " + (round + 1) + ": " + live.afterOne() + " bytes after 1 million records, "
                    + live.afterTen() + " after 10 million");
            results[round] = result.of(live);
        }
        return Spread.of(results);
    }

    private static Live run(Path file) {
        Dataset<ParsedFeatures> pipeline = RecordDataset.files(file)
                .repeat()
                .shuffle(10_000, 42)
                .map(LiveHeap::checked, Parallel.calls(2))
                .batch(BATCH, Collator.parsed(ExampleParser.compile(RowSpecs.two())))
                .prefetch(4);
        long before = used();
        try (DatasetIterator<ParsedFeatures> iterator = pipeline.iterator()) {
            read(iterator, MILLION);
            long afterOne = used() - before;
            read(iterator, 9 * MILLION);
            return new Live(afterOne, used() - before);
        }
    }

    private static Bytes checked(Bytes payload) {
        if (payload.size() == 0) {
            throw new IllegalArgumentException("expected a payload, found an empty record");
        }
        return payload;
    }

    private static void read(DatasetIterator<ParsedFeatures> iterator, long records) {
        for (long read = 0; read < records; read += BATCH) {
            iterator.next();
        }
    }

    /**
     * Returns the used heap after garbage collections. During the pauses, threads fill their read-ahead buffers, which
     * are live too.
     */
    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            System.gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            least = Math.min(least, used);
        }
        return least;
    }
}

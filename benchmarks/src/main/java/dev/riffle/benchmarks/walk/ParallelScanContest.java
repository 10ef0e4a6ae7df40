package dev.riffle.benchmarks.walk;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Compares Riffle's scan of one uncompressed file on several threads with a scan on one thread, or with bare loops on
 * the same number of threads.
 */
public final class ParallelScanContest implements Contest {

    private static final int MOST_SIZES = 1024;

    /** Lists the baselines. */
    public enum Baseline {
        ONE_THREAD,
        MAPPED_LOOPS
    }

    private final Path file;
    private final int threads;
    private final Baseline baseline;
    private final long middle;

    public ParallelScanContest(Path file, int threads, Baseline baseline) throws IOException {
        this.file = file;
        this.threads = threads;
        this.baseline = baseline;
        this.middle = MappedLoop.firstRecordAfterTheMiddle(file);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return walk(threads);
    }

    @Override
    public long baseline() throws Exception {
        return switch (baseline) {
            case ONE_THREAD -> walk(1);
            case MAPPED_LOOPS -> MappedLoop.sumInTwoThreads(file, middle);
        };
    }

    private long walk(int count) throws IOException {
        long[] sum = {0};
        ParallelScan.of(ByteSource.of(file)).threads(count).<Long>run(ParallelScanContest::sum, its -> sum[0] += its);
        return sum[0];
    }

    /** Returns a number that depends on the place and size of every record, but not on the order. */
    private static long sum(RecordSplit records) {
        int[] sizes = new int[MOST_SIZES];
        long sum = 0;
        for (int count = records.nextSizes(sizes); count > 0; count = records.nextSizes(sizes)) {
            long end = records.endOffset();
            for (int i = count - 1; i >= 0; i--) {
                long offset = end - sizes[i] - MappedLoop.FRAME_BYTES;
                sum += RiffleWalk.mix(offset, sizes[i], offset);
                end = offset;
            }
        }
        return sum;
    }
}

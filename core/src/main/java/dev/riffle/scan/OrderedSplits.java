package dev.riffle.scan;

import dev.riffle.internal.OrderedWorkers;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Delivers the splits of a file in order, while other threads scan ahead of the owner. The owner scans splits itself
 * until the split that it needs is ready. After {@link #close()} no thread remains.
 */
final class OrderedSplits<R> implements Closeable {

    private final SplitCuts cuts;
    private final int ahead;
    private final Supplier<SplitScanner<R>> scanners;

    /** Idle scanners, at most one for each thread. One thread uses a scanner at a time. */
    private final Queue<SplitScanner<R>> idle = new ConcurrentLinkedQueue<>();

    private final OrderedWorkers<ScannedSplit<R>> workers;

    /** The first split that is submitted and not taken. */
    private int first;

    /** The first split that is not submitted. */
    private int next;

    /** The split that the owner needs; threads may abandon the splits before it. */
    private volatile int needed;

    /**
     * Creates splits that no thread scans yet.
     *
     * @param others the number of threads besides that of the owner
     * @param ahead the largest number of splits that are begun and not taken
     */
    OrderedSplits(SplitCuts cuts, int others, int ahead, Supplier<SplitScanner<R>> scanners) {
        this.cuts = cuts;
        this.ahead = ahead;
        this.scanners = scanners;
        this.workers = new OrderedWorkers<>(others, ahead, number -> "riffle-scan-" + number);
    }

    /** Returns the split with this number, which must be larger than in earlier calls. Drops the splits in between. */
    ScannedSplit<R> take(int number) throws IOException {
        needed = number;
        for (; first < Math.min(number, next); first++) {
            workers.skip();
        }
        first = number;
        next = Math.max(next, number);
        for (; next < cuts.count() && next - number < ahead; next++) {
            int split = next;
            workers.submit(() -> scan(split));
        }
        ScannedSplit<R> taken = workers.takeRunning("interrupted while scanning a file");
        first++;
        return taken;
    }

    private ScannedSplit<R> scan(int number) {
        SplitScanner<R> free = idle.poll();
        SplitScanner<R> scanner = free == null ? scanners.get() : free;
        try {
            return scanner.scan(cuts.begin(number), cuts.limit(number), () -> number < needed);
        } catch (Throwable e) {
            // The owner scans the split again and meets this failure in file order.
            scanner.letGo();
            return new ScannedSplit.Nothing<>();
        } finally {
            if (number < needed) {
                // An interrupt may have closed the file of the scanner.
                scanner.letGo();
            }
            idle.add(scanner);
        }
    }

    @Override
    public void close() {
        needed = Integer.MAX_VALUE;
        workers.close();
        idle.forEach(SplitScanner::letGo);
    }
}

package dev.riffle.scan;

import dev.riffle.internal.OrderedWorkers;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Delivers the splits of a file in order, while other threads scan ahead of the owner. Until the next split is ready,
 * the owner scans further splits itself. {@link #close()} ends all threads.
 */
final class OrderedSplits<R> implements Closeable {

    private final SplitCuts cuts;
    private final int ahead;
    private final Supplier<SplitScanner<R>> scanners;

    /** The idle scanners, at most one for each thread. Only one thread at a time uses a scanner. */
    private final Queue<SplitScanner<R>> idle = new ConcurrentLinkedQueue<>();

    private final OrderedWorkers<ScannedSplit<R>> workers;

    /** The number of the first submitted split that {@link #take} has not returned. */
    private int first;

    /** The number of the next split to submit. */
    private int next;

    /** The number of the split that the owner needs. Threads may abandon earlier splits. */
    private volatile int needed;

    /**
     * Divides the file into splits. The first call of {@link #take} starts the threads.
     *
     * @param others the number of threads in addition to the owner's
     * @param ahead the largest number of submitted splits that the owner has not taken
     */
    OrderedSplits(SplitCuts cuts, int others, int ahead, Supplier<SplitScanner<R>> scanners) {
        this.cuts = cuts;
        this.ahead = ahead;
        this.scanners = scanners;
        this.workers = new OrderedWorkers<>(others, ahead, number -> "riffle-scan-" + number);
    }

    /**
     * Returns the split with this number, which must be larger than in earlier calls. Drops the splits that it skips.
     */
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
            // The owner scans the split again and reports this failure in file order.
            scanner.closeQuietly();
            return new ScannedSplit.Nothing<>();
        } finally {
            if (number < needed) {
                // An interrupt may have closed the file of the scanner.
                scanner.closeQuietly();
            }
            idle.add(scanner);
        }
    }

    @Override
    public void close() {
        needed = Integer.MAX_VALUE;
        workers.close();
        idle.forEach(SplitScanner::closeQuietly);
    }
}

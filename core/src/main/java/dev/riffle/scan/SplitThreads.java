package dev.riffle.scan;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one walk: some of their own, and that of the owner, which walks a split itself where the one that it needs is
 * not there yet. {@link #close()} leaves no thread behind.
 */
final class SplitThreads<R> implements Closeable {

    private final SplitQueue<R> queue;
    private final SplitCuts cuts;
    private final SplitScanner<R> own;
    private final List<Thread> threads = new ArrayList<>();
    private final List<BusyThread> busy = new ArrayList<>();

    SplitThreads(SplitQueue<R> queue, SplitCuts cuts, int others, Supplier<SplitScanner<R>> walkers) {
        this.queue = queue;
        this.cuts = cuts;
        this.own = walkers.get();
        try {
            for (int i = 1; i <= others; i++) {
                SplitScanner<R> walker = walkers.get();
                BusyThread its = new BusyThread();
                Thread thread = new Thread(() -> run(walker, its), "riffle-walk-" + i);
                thread.setDaemon(true);
                busy.add(its);
                thread.start();
                threads.add(thread);
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void run(SplitScanner<R> walker, BusyThread its) {
        try (walker) {
            OptionalLong claimed = queue.awaitClaim();
            while (claimed.isPresent()) {
                its.begin(claimed.getAsLong());
                try {
                    walk(walker, claimed.getAsLong());
                } finally {
                    if (its.end()) {
                        walker.letGo();
                    }
                }
                claimed = queue.awaitClaim();
            }
        } catch (Throwable e) {
            // The walk goes on without this thread: the owner walks what it has left, and meets there what is wrong.
            return;
        }
    }

    private void walk(SplitScanner<R> walker, long number) {
        ScannedSplit<R> walked = new ScannedSplit.Nothing<>();
        try {
            walked = walker.walk(cuts.begin(number), cuts.limit(number), () -> queue.isPassed(number));
        } finally {
            queue.put(number, walked);
        }
    }

    /** The next split that is needed; those before it are forgotten. Walks others while it waits. */
    ScannedSplit<R> take(long number) throws IOException {
        queue.need(number);
        busy.forEach(each -> each.interruptBefore(number));
        @Nullable ScannedSplit<R> walked = queue.poll();
        while (walked == null) {
            OptionalLong claimed = queue.claim();
            if (claimed.isPresent()) {
                walk(own, claimed.getAsLong());
            } else {
                await();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while walking a file");
            }
            walked = queue.poll();
        }
        return walked;
    }

    private void await() throws InterruptedIOException {
        try {
            queue.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while walking a file");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    @Override
    public void close() {
        queue.stop();
        // Work that nobody waits for may sleep.
        busy.forEach(each -> each.interruptBefore(Long.MAX_VALUE));
        boolean interrupted = false;
        for (int i = 0; i < threads.size(); ) {
            try {
                threads.get(i).join();
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
                busy.forEach(each -> each.interruptBefore(Long.MAX_VALUE));
            }
        }
        try {
            own.close();
        } catch (IOException nothingWasWritten) {
            interrupted |= Thread.currentThread().isInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.riffle.io;

import dev.riffle.internal.WorkerFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes ranges of memory in order on a second thread, while the caller prepares the next ranges. So one processor
 * computes checksums while another writes.
 *
 * <p>The class does not copy the ranges, and holds only a few unwritten ranges, so that they are still in a cache.
 * After a failed write, each later call throws the failure. An interrupt of a waiting caller also interrupts the write.
 * One thread may call the methods. The second thread runs until {@link #end}.
 */
final class BackgroundWriter {

    private static final int MOST_WAITING = 8;

    /** The largest number of second threads. More threads than processors save no time. */
    private static final int MOST_THREADS = Runtime.getRuntime().availableProcessors();

    private static final AtomicInteger THREADS = new AtomicInteger();

    /** The destination of the ranges. */
    @FunctionalInterface
    interface Writing {
        int write(ByteBuffer source) throws IOException;
    }

    private final Writing writing;
    private final Thread thread;
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>(MOST_WAITING);
    private boolean busy;
    private boolean ended;
    private @Nullable Throwable failure;

    private BackgroundWriter(Writing writing) {
        this.writing = writing;
        this.thread = new Thread(this::run, "riffle-background-writer");
        thread.setDaemon(true);
    }

    /** Starts a thread. Empty if the limit is reached or the system cannot start a thread. */
    static Optional<BackgroundWriter> begin(Writing writing) {
        if (THREADS.incrementAndGet() > MOST_THREADS) {
            THREADS.decrementAndGet();
            return Optional.empty();
        }
        BackgroundWriter writer = new BackgroundWriter(writing);
        try {
            writer.thread.start();
        } catch (OutOfMemoryError noThread) {
            THREADS.decrementAndGet();
            return Optional.empty();
        }
        return Optional.of(writer);
    }

    /**
     * Accepts a range. No other code may move the buffer of the range afterwards. Waits while too many bytes are
     * unwritten.
     */
    void take(ByteBuffer range) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
        try {
            takeWhenThereIsRoom(range);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private synchronized void takeWhenThereIsRoom(ByteBuffer range) throws IOException, InterruptedException {
        while (waiting.size() == MOST_WAITING && failure == null && !ended) {
            wait();
        }
        checkNotFailed();
        if (ended) {
            throw new IllegalStateException("the output has ended");
        }
        waiting.add(range);
        notifyAll();
    }

    /** Waits until all accepted ranges are written. */
    void await() throws IOException {
        try {
            awaitIdle();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private synchronized void awaitIdle() throws IOException, InterruptedException {
        while (failure == null && (busy || !waiting.isEmpty())) {
            wait();
        }
        checkNotFailed();
    }

    private void checkNotFailed() throws IOException {
        if (failure != null) {
            throw WorkerFailure.of(failure);
        }
    }

    /** Interrupts the write, which closes its channel if that is interruptible. */
    private ClosedByInterruptException interrupted() {
        ClosedByInterruptException interrupted = new ClosedByInterruptException();
        fail(interrupted);
        thread.interrupt();
        end();
        Thread.currentThread().interrupt();
        return interrupted;
    }

    /**
     * Ends the thread after its current range, without writing the other ranges. Idempotent. An interrupt of the caller
     * during this call interrupts the write, and the caller's interrupt flag stays set.
     */
    void end() {
        synchronized (this) {
            ended = true;
            waiting.clear();
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the thread is running. */
    boolean isAlive() {
        return thread.isAlive();
    }

    /** Returns whether the thread accepts no more ranges. */
    synchronized boolean isEnding() {
        return ended;
    }

    private void run() {
        try {
            for (ByteBuffer range = next(); range != null; range = next()) {
                while (range.hasRemaining()) {
                    writing.write(range);
                }
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            THREADS.decrementAndGet();
        }
    }

    private synchronized @Nullable ByteBuffer next() {
        busy = false;
        notifyAll();
        while (waiting.isEmpty() && !ended) {
            try {
                wait();
            } catch (InterruptedException e) {
                // An interrupt comes either from code that also ends this thread, or from code outside this library.
            }
        }
        ByteBuffer range = waiting.poll();
        busy = range != null;
        return range;
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
        waiting.clear();
        busy = false;
        notifyAll();
    }
}

package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A thread that writes ranges of memory in order, while the one that made them goes on: what is summed on one processor is
 * written on another.
 *
 * <p>The ranges are not copied, and few of them wait, so that they are still in a cache. A failure of the writing is thrown by
 * each call that follows. Whoever is interrupted while it waits interrupts the writing, as its own would be. All methods are
 * for one caller; the thread is there until {@link #end}.
 */
final class WriteBehind {

    private static final int MOST_WAITING = 8;

    /** Who writes to more files at once than there are processors gains nothing by a thread for each. */
    private static final int MOST_THREADS = Runtime.getRuntime().availableProcessors();

    private static final AtomicInteger THREADS = new AtomicInteger();

    /** Where the ranges go. */
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

    private WriteBehind(Writing writing) {
        this.writing = writing;
        this.thread = new Thread(this::run, "riffle-write-behind");
        thread.setDaemon(true);
    }

    /** Nothing where no thread can be had. */
    static Optional<WriteBehind> begin(Writing writing) {
        if (THREADS.incrementAndGet() > MOST_THREADS) {
            THREADS.decrementAndGet();
            return Optional.empty();
        }
        WriteBehind behind = new WriteBehind(writing);
        try {
            behind.thread.start();
        } catch (OutOfMemoryError noThread) {
            THREADS.decrementAndGet();
            return Optional.empty();
        }
        return Optional.of(behind);
    }

    /** Takes a range, the buffer of which nobody else moves from now on. Waits while too much is left to do. */
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
            throw new IllegalStateException("the writing has ended");
        }
        waiting.add(range);
        notifyAll();
    }

    /** Waits until all is written that was taken. */
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
        Throwable failed = failure;
        if (failed instanceof IOException e) {
            throw e;
        }
        if (failed instanceof RuntimeException e) {
            throw e;
        }
        if (failed instanceof Error e) {
            throw e;
        }
    }

    /** Interrupts the writing, whose channel is closed by that if it is one that can be interrupted. */
    private ClosedByInterruptException interrupted() {
        ClosedByInterruptException interrupted = new ClosedByInterruptException();
        fail(interrupted);
        thread.interrupt();
        end();
        Thread.currentThread().interrupt();
        return interrupted;
    }

    /**
     * Ends the thread when it has written the range it is at; what waits is not written. Idempotent. Whoever is interrupted
     * here interrupts the writing, and is still interrupted behind it.
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

    /** Whether the thread is there. */
    boolean isAlive() {
        return thread.isAlive();
    }

    /** Whether nothing more is taken. */
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
                // Who interrupts also ends, or is a stranger.
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

package dev.riffle.dataset.internal.engine;

import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one run: daemon threads, started on demand. Their maximum number is the number of processors or the
 * largest number of calls of a stage, whichever is larger. A thread ends after a second without work. Stages submit no
 * tasks while their buffers are full, so an unclosed run leaves no threads.
 */
final class RunThreads implements Executor, Closeable {

    private static final long IDLE_MILLIS = 1_000;

    private final AtomicInteger made = new AtomicInteger();
    private final ThreadPoolExecutor pool;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    RunThreads() {
        int size = Runtime.getRuntime().availableProcessors();
        pool = new ThreadPoolExecutor(
                size, size, IDLE_MILLIS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), this::thread);
        pool.allowCoreThreadTimeOut(true);
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "riffle-pipeline-" + made.incrementAndGet());
        thread.setDaemon(true);
        threads.removeIf(other -> other.getState() == Thread.State.TERMINATED);
        threads.add(thread);
        return thread;
    }

    void atLeast(int wanted) {
        if (wanted > pool.getCorePoolSize()) {
            pool.setMaximumPoolSize(wanted);
            pool.setCorePoolSize(wanted);
        }
    }

    @Override
    public void execute(Runnable work) {
        pool.execute(work);
    }

    /** Interrupts running tasks and waits until every thread has ended, even if this thread is interrupted. */
    @Override
    public void close() {
        pool.shutdownNow();
        boolean interrupted = false;
        for (boolean ended = false; !ended; ) {
            try {
                ended = pool.awaitTermination(1, TimeUnit.HOURS);
                // The pool terminates shortly before its last thread ends.
                for (Thread thread : threads) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

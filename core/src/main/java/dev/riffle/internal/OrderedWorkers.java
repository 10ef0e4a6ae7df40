package dev.riffle.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Some threads that work ahead, a bounded number of tasks, while their owner takes the results in the order of the tasks.
 * Belongs to one thread; {@link #close()} leaves no thread behind.
 */
public final class OrderedWorkers<T> implements Closeable {

    private final ExecutorService pool;
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Future<T>> results = new ArrayDeque<>();
    private final int most;

    public OrderedWorkers(int threads, String name) {
        this.most = (int) Math.min(Integer.MAX_VALUE, 2L * threads);
        this.pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            this.threads.add(thread);
            return thread;
        });
    }

    /** Whether a result must be taken before the next task is given. */
    public boolean isFull() {
        return results.size() >= most;
    }

    public boolean isEmpty() {
        return results.isEmpty();
    }

    public void submit(Callable<T> task) {
        results.add(pool.submit(task));
    }

    /** Waits for the oldest task, which must exist. */
    public T take() throws IOException {
        try {
            return results.remove().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for a worker");
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException io) {
                throw io;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a worker failed", cause);
        }
    }

    @Override
    public void close() {
        results.clear();
        pool.shutdownNow();
        boolean interrupted = false;
        for (Thread thread = threads.poll(); thread != null; ) {
            try {
                // A pool calls itself terminated a moment before its last thread has ended.
                thread.join();
                thread = threads.poll();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

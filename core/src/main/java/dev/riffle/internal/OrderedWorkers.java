package dev.riffle.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on several threads and returns their results in the order of the tasks.
 *
 * <p>The number of submitted tasks without a taken result has a limit. Threads begin the tasks in their order. The
 * failure of a task is thrown when its result is taken, so failures keep the order of the tasks, too. The caller's
 * thread may also run tasks ({@link #takeRunning}).
 *
 * <p>One thread may call the methods. No thread of this object runs after {@link #close()} has returned.
 */
public final class OrderedWorkers<T> implements Closeable {

    /** Computes one result. A task may run on any thread. */
    @FunctionalInterface
    public interface Task<T> {
        T run() throws IOException;
    }

    private final BlockingQueue<Runnable> unstarted = new LinkedBlockingQueue<>();
    private final ThreadPoolExecutor pool;
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<FutureTask<T>> tasks = new ArrayDeque<>();
    private final int mostTasks;
    private int started;

    /** Creates workers whose threads have one name. At most two tasks per thread are submitted and not taken. */
    public OrderedWorkers(int threads, String name) {
        this(threads, (int) Math.min(Integer.MAX_VALUE, 2L * threads), number -> name);
    }

    /**
     * Creates workers without starting threads. Each of the first tasks starts a thread.
     *
     * @param threads the number of daemon threads
     * @param mostTasks the largest number of submitted tasks without a taken result
     * @param name returns the name of a thread for its number, which begins at 1
     */
    public OrderedWorkers(int threads, int mostTasks, IntFunction<String> name) {
        this.mostTasks = mostTasks;
        this.pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.NANOSECONDS, unstarted, work -> {
            Thread thread = new Thread(work, name.apply(++started));
            thread.setDaemon(true);
            this.threads.add(thread);
            return thread;
        });
    }

    /** Returns whether a result must be taken before the next task is submitted. */
    public boolean isFull() {
        return tasks.size() >= mostTasks;
    }

    /** Returns whether no result is left to take. */
    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /**
     * Adds a task.
     *
     * @throws IllegalStateException if {@link #isFull()}
     */
    public void submit(Task<T> task) {
        if (isFull()) {
            throw new IllegalStateException("take a result before the next task; the limit is " + mostTasks);
        }
        FutureTask<T> next = new FutureTask<>(task::run);
        pool.execute(next);
        tasks.add(next);
    }

    /**
     * Removes the oldest task and returns its result. The task must exist. Waits until the task has ended.
     *
     * @param interruption the message of the exception for an interrupt
     * @throws InterruptedIOException if this thread is interrupted. The thread stays interrupted, and the task stays
     *     the oldest task
     * @throws IOException if the task threw it or failed in another way
     */
    public T take(String interruption) throws IOException {
        try {
            T result = tasks.element().get();
            tasks.remove();
            return result;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(interruption, e);
        } catch (ExecutionException e) {
            tasks.remove();
            throw WorkerFailure.of(e.getCause());
        }
    }

    /**
     * Like {@link #take}, but this thread runs tasks until the oldest task has ended. An interrupt of this thread
     * reaches the task that the thread runs, and ends the call after that task.
     */
    public T takeRunning(String interruption) throws IOException {
        FutureTask<T> oldest = tasks.element();
        Runnable next = oldest.isDone() ? null : unstarted.poll();
        while (next != null) {
            next.run();
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted(interruption, null);
            }
            next = oldest.isDone() ? null : unstarted.poll();
        }
        return take(interruption);
    }

    private static InterruptedIOException interrupted(String message, @Nullable Throwable cause) {
        InterruptedIOException interrupted = new InterruptedIOException(message);
        if (cause != null) {
            interrupted.initCause(cause);
        }
        return interrupted;
    }

    /** Removes the oldest task without its result. The task must exist. Interrupts the thread that runs it. */
    public void skip() {
        tasks.remove().cancel(true);
    }

    /**
     * Interrupts the threads, waits until they have ended, and returns all results that were not taken. Discards
     * failures, and tasks that no thread has begun. If the calling thread was interrupted before or during the call, it
     * stays interrupted.
     */
    public List<T> end() {
        pool.shutdownNow();
        boolean interrupted = false;
        for (Thread thread = threads.poll(); thread != null; ) {
            try {
                // A pool can report its termination before its last thread has ended.
                thread.join();
                thread = threads.poll();
            } catch (InterruptedException e) {
                interrupted = true;
                pool.shutdownNow();
            }
        }
        List<T> results = new ArrayList<>();
        for (FutureTask<T> task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task.isDone()) {
                try {
                    results.add(task.get());
                } catch (ExecutionException dropped) {
                    // The caller already ends the workers for another reason.
                } catch (InterruptedException e) {
                    throw new AssertionError("a task that has ended needs no wait", e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return results;
    }

    /** Like {@link #end}, but discards the results. */
    @Override
    public void close() {
        end();
    }
}

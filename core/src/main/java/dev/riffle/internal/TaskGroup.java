package dev.riffle.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a fixed number of tasks on several threads, including the caller's thread. The earliest failure ends the group.
 * No thread then begins another task, and running tasks detect the failure in {@link #checkNotFailed()}.
 *
 * <p>A group can run only once. No thread of this object runs after {@link #run} has returned.
 */
public final class TaskGroup {

    /** Runs one task, on any thread. */
    @FunctionalInterface
    public interface Task {
        void run(int number) throws IOException;
    }

    private final int threads;
    private final IntFunction<String> name;
    private final String interruption;
    private final AtomicInteger nextTask = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> others = new ArrayList<>();

    /**
     * Creates a group without threads.
     *
     * @param threads the number of threads, including the caller's thread
     * @param name returns the name of another thread for its number, which begins at 1
     * @param interruption the message of the exception for an interrupt of the caller
     */
    public TaskGroup(int threads, IntFunction<String> name, String interruption) {
        this.threads = threads;
        this.name = name;
        this.interruption = interruption;
    }

    /**
     * Runs all tasks. Threads begin the tasks in the order of their numbers, from 0. After a failure, the caller's
     * thread ends its own task, interrupts the other threads, and waits until they have ended.
     *
     * @throws InterruptedIOException if the caller is interrupted while it waits for the other threads. It stays
     *      interrupted
     * @throws IOException if a task threw it, or if a task or the start of a thread failed in another way
     */
    public void run(int tasks, Task task) throws IOException {
        try {
            for (int i = 1; i < threads; i++) {
                Thread thread = new Thread(() -> runTasks(tasks, task), name.apply(i));
                thread.setDaemon(true);
                thread.start();
                others.add(thread);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
        runTasks(tasks, task);
        await();
        Throwable failed = failure.get();
        if (failed != null) {
            throw WorkerFailure.of(failed);
        }
    }

    private void runTasks(int tasks, Task task) {
        try {
            for (int number = nextTask.getAndIncrement(); number < tasks; number = nextTask.getAndIncrement()) {
                checkNotFailed();
                task.run(number);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    /**
     * Throws if another task has failed, to end the calling task.
     *
     * @throws CancellationException if a task has failed. The group reports the first failure instead
     */
    public void checkNotFailed() {
        if (failure.get() != null) {
            throw new CancellationException("another task has failed");
        }
    }

    /** Waits for the other threads. After a failure these threads need not complete their tasks. */
    private void await() {
        boolean interrupted = false;
        for (int i = 0; i < others.size(); ) {
            if (failure.get() != null) {
                others.forEach(Thread::interrupt);
            }
            try {
                others.get(i).join();
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
                failure.compareAndSet(null, new InterruptedIOException(interruption));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a parallel stage whose results the consumer has not taken: a bounded queue in the order of the input.
 *
 * <p>The executor runs at most one job for each concurrent call. Each job runs one task after the other until no task
 * is left. If no job has begun the task that the consumer needs, the consumer runs this task. So no thread waits for
 * another thread to become free. One thread is sufficient, even for several stages. If the executor rejects all jobs,
 * the consumer runs all tasks. If the consumer stops taking results, the jobs end when the queue is full.
 */
public final class TaskQueue<V> implements Closeable {

    /**
     * The longest time that the consumer waits for an available result while the threads still have tasks. If the
     * consumer woke for each result, it would use a processor that these threads need.
     */
    private static final long PATIENCE_NANOS = 200_000;

    /** The number of tasks in addition to running tasks, so that threads have short tasks until the consumer wakes. */
    private static final int SPARE = 12;

    private static final class Task<V> {
        private final @Nullable Callable<V> work;
        private final @Nullable ElementLineage lineage;
        private @Nullable BufferedElement<V> result;

        Task(@Nullable Callable<V> work, @Nullable ElementLineage lineage, @Nullable BufferedElement<V> result) {
            this.work = work;
            this.lineage = lineage;
            this.result = result;
        }
    }

    private final Executor executor;
    private final int calls;
    private final boolean anyOrder;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Task<V>> tasks = new ArrayDeque<>();
    private final Queue<Task<V>> unstarted = new ArrayDeque<>();
    private final Set<Thread> working = new HashSet<>();
    private int jobs;
    private int running;
    private boolean rejected;
    private boolean closed;

    public TaskQueue(Executor executor, Parallelism parallel) {
        this.executor = executor;
        this.calls = parallel.calls();
        this.anyOrder = parallel.isAnyOrder();
    }

    /**
     * Returns whether the stage should begin another call. The queue holds at most twice the number of concurrent calls
     * plus 12. When the next result is ready, the stage begins at most one call, so a slow input does not delay ready
     * results.
     *
     * @param begun the number of calls that the stage has begun since the consumer took a result
     */
    public boolean wantsMore(int begun) {
        lock.lock();
        try {
            return tasks.size() < 2L * calls + SPARE && (begun == 0 || ready() == null);
        } finally {
            lock.unlock();
        }
    }

    /** Begins a call for the element with this lineage. */
    public void begin(ElementLineage lineage, Callable<V> work) {
        lock.lock();
        try {
            Task<V> task = new Task<>(work, lineage, null);
            tasks.add(task);
            unstarted.add(task);
            if (jobs == calls || rejected) {
                return;
            }
            jobs++;
        } finally {
            lock.unlock();
        }
        submit();
    }

    /** Submits a job that {@link #jobs} already counts. The caller must not hold the lock. */
    private void submit() {
        try {
            executor.execute(this::work);
        } catch (RuntimeException | Error e) {
            lock.lock();
            try {
                rejected = true;
                jobs--;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Adds a result that needs no call: a failure of the input, or an element from a checkpoint. */
    public void add(BufferedElement<V> result) {
        lock.lock();
        try {
            tasks.add(new Task<>(null, result.lineage(), result));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the next result, or null if no call has begun. A failed call returns its failure with the lineage.
     *
     * @throws InterruptedException if this thread is interrupted while it waits; the next call can return the result
     */
    public @Nullable BufferedElement<V> take() throws InterruptedException {
        lock.lock();
        try {
            if (tasks.isEmpty()) {
                return null;
            }
            for (; ; ) {
                Task<V> ready = ready();
                if (ready != null && ready.result != null) {
                    tasks.remove(ready);
                    return ready.result;
                }
                Task<V> first = unstarted.peek();
                if (first != null && running < calls && (anyOrder || first == tasks.peek())) {
                    unstarted.remove();
                    run(first);
                    if (first.result != null && first.result.failure() instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                    }
                } else if (unstarted.isEmpty()) {
                    changed.await();
                } else if (jobs < calls && !rejected) {
                    // A job ended while this consumer ran a task in its place.
                    jobs++;
                    lock.unlock();
                    try {
                        submit();
                    } finally {
                        lock.lock();
                    }
                } else {
                    long unused = changed.awaitNanos(PATIENCE_NANOS);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Task<V> ready() {
        if (!anyOrder) {
            Task<V> first = tasks.peek();
            return first == null || first.result == null ? null : first;
        }
        for (Task<V> task : tasks) {
            if (task.result != null) {
                return task;
            }
        }
        return null;
    }

    private void work() {
        lock.lock();
        if (closed) {
            lock.unlock();
            return;
        }
        try {
            working.add(Thread.currentThread());
            // The limit also counts a task that the consumer runs, so a job can end early.
            while (running < calls && !unstarted.isEmpty()) {
                run(unstarted.remove());
            }
        } finally {
            working.remove(Thread.currentThread());
            jobs--;
            if (closed) {
                // The interrupt was for this job. It must not reach the next task of the thread.
                Thread.interrupted();
                changed.signalAll();
            }
            lock.unlock();
        }
    }

    /** Runs a task outside the lock, which this thread holds before and after. */
    private void run(Task<V> task) {
        Callable<V> work = task.work;
        if (work == null) {
            throw new AssertionError("a result needs no call");
        }
        BufferedElement<V> result;
        running++;
        lock.unlock();
        try {
            result = new BufferedElement<>(Stage.notNull(work.call()), task.lineage, null);
        } catch (Throwable e) {
            result = new BufferedElement<>(null, task.lineage, e);
        } finally {
            lock.lock();
            running--;
        }
        task.result = result;
        if (unstarted.size() <= calls / 2 && ready() != null) {
            changed.signalAll();
        }
    }

    /**
     * Returns the calls whose results the consumer has not taken, in order, with lineages or failures. Only entries
     * from {@link #add} contain elements.
     */
    public List<BufferedElement<V>> pending() {
        lock.lock();
        try {
            List<BufferedElement<V>> pending = new ArrayList<>(tasks.size());
            for (Task<V> task : tasks) {
                pending.add(
                        task.lineage == null && task.result != null
                                ? task.result
                                : new BufferedElement<>(null, task.lineage, null));
            }
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /** Drops the tasks that have not begun, interrupts the running tasks, and waits until they have ended. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            unstarted.clear();
            working.forEach(Thread::interrupt);
            while (!working.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            tasks.clear();
        } finally {
            lock.unlock();
        }
    }
}

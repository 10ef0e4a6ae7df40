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
 * The calls of a parallel stage that were begun and not given yet: a bounded queue in the order of the input.
 *
 * <p>At most so many jobs as there may be calls are with the executor; each takes one task after the other until none
 * is left. The consumer runs the task that it waits for itself if no job has begun it. So nothing waits for a thread,
 * and one thread, also one that several stages share, or none at all where the executor refuses jobs, is enough. The
 * jobs behind results that nobody takes end when the queue is full.
 */
public final class TaskQueue<V> implements Closeable {

    /**
     * How long the consumer may wait for a result that is there while the threads have tasks left. Waking it for each
     * result would take a processor from them each time.
     */
    private static final long PATIENCE_NANOS = 200_000;

    /** Tasks beyond those that run, so that short ones do not wait for a consumer that has to be woken. */
    private static final int SPARE = 12;

    private static final class Task<V> {
        private final @Nullable Callable<V> work;
        private final @Nullable ElementLineage mark;
        private @Nullable BufferedElement<V> result;

        Task(@Nullable Callable<V> work, @Nullable ElementLineage mark, @Nullable BufferedElement<V> result) {
            this.work = work;
            this.mark = mark;
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
    private boolean refused;
    private boolean closed;

    public TaskQueue(Executor executor, Parallelism parallel) {
        this.executor = executor;
        this.calls = parallel.calls();
        this.anyOrder = parallel.order() == Parallelism.Order.AS_READY;
    }

    /**
     * Whether more should be begun: never above twice the calls and a dozen, and nothing more once the next result is
     * there, so that a slow input holds up no result that is ready.
     *
     * @param begun how many were begun since a result was taken
     */
    public boolean wantsMore(int begun) {
        lock.lock();
        try {
            return tasks.size() < 2L * calls + SPARE && (begun == 0 || ready() == null);
        } finally {
            lock.unlock();
        }
    }

    /** Begins a call for the element with this mark. */
    public void begin(ElementLineage mark, Callable<V> work) {
        lock.lock();
        try {
            Task<V> task = new Task<>(work, mark, null);
            tasks.add(task);
            unstarted.add(task);
            if (jobs == calls || refused) {
                return;
            }
            jobs++;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(this::work);
        } catch (RuntimeException | Error e) {
            lock.lock();
            try {
                refused = true;
                jobs--;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Puts in what needs no call: a failure of the input, or what was made before a checkpoint. */
    public void add(BufferedElement<V> result) {
        lock.lock();
        try {
            tasks.add(new Task<>(null, result.mark(), result));
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next result, or null if nothing was begun. A call that failed gives its failure with the mark.
     *
     * @throws InterruptedException if this thread is interrupted while it waits; the result is there for the next call
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
            // Where the consumer runs a task itself, one job is too many.
            while (running < calls && !unstarted.isEmpty()) {
                run(unstarted.remove());
            }
        } finally {
            working.remove(Thread.currentThread());
            jobs--;
            if (closed) {
                // The interrupt was for this job, not for what its thread does next.
                Thread.interrupted();
                changed.signalAll();
            }
            lock.unlock();
        }
    }

    /** Runs a task outside the lock, which this thread has before and behind. */
    private void run(Task<V> task) {
        Callable<V> work = task.work;
        if (work == null) {
            throw new AssertionError("a result needs no call");
        }
        BufferedElement<V> result;
        running++;
        lock.unlock();
        try {
            result = new BufferedElement<>(Stage.notNull(work.call()), task.mark, null);
        } catch (Throwable e) {
            result = new BufferedElement<>(null, task.mark, e);
        } finally {
            lock.lock();
            running--;
        }
        task.result = result;
        if (unstarted.size() <= calls / 2 && ready() != null) {
            changed.signalAll();
        }
    }

    /** What was begun and not taken, in order, with marks or failures; results only where they need no call. */
    public List<BufferedElement<V>> pending() {
        lock.lock();
        try {
            List<BufferedElement<V>> pending = new ArrayList<>(tasks.size());
            for (Task<V> task : tasks) {
                pending.add(
                        task.mark == null && task.result != null
                                ? task.result
                                : new BufferedElement<>(null, task.mark, null));
            }
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what was not begun, interrupts what was, and waits until it has ended. */
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

package dev.riffle.dataset.internal.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs tasks on another executor, at most a given number in parallel. Other tasks wait in order of submission. */
public final class LimitedExecutor implements Executor {

    private final Executor executor;
    private final int limit;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int jobs;

    public LimitedExecutor(Executor executor, int limit) {
        this.executor = executor;
        this.limit = limit;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            waiting.add(task);
            if (jobs == limit) {
                return;
            }
            jobs++;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                jobs--;
                if (waiting.remove(task)) {
                    throw e;
                }
            }
        }
    }

    private void work() {
        for (Runnable task = poll(); task != null; task = poll()) {
            task.run();
        }
    }

    private synchronized @Nullable Runnable poll() {
        Runnable task = waiting.poll();
        if (task == null) {
            jobs--;
        }
        return task;
    }
}

package dev.riffle.dataset.internal.engine;

import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the stages of one running pipeline share: its threads, who watches it, and what it draws seeds from. */
public final class Run implements Closeable {

    /** The run beside which this one replays; its threads are used. */
    private final @Nullable Run replayed;

    private final @Nullable StageProfiler watch;

    private @Nullable RunThreads threads;

    /** Copies of the datasets' seed generators to draw from instead, or null where those themselves are drawn from. */
    private volatile @Nullable Map<SeedGenerator, SeedGenerator> copies;

    /** What a replay fills caches in memory with. */
    private final Map<AtomicReference<?>, AtomicReference<?>> contents = new ConcurrentHashMap<>();

    public Run() {
        this((StageProfiler) null);
    }

    public Run(@Nullable StageProfiler watch) {
        this.replayed = null;
        this.watch = watch;
    }

    private Run(Run replayed) {
        this.replayed = replayed;
        this.watch = null;
        this.copies = new ConcurrentHashMap<>();
    }

    /** Opens a stage. Every stage opens its inputs by this, so that they can be watched. */
    public <T> Stage<T> open(Node<T> dataset) throws Exception {
        Stage<T> stage;
        try {
            stage = dataset.open(this);
        } catch (Exception e) {
            throw Failures.of(dataset.name(), null, e);
        }
        return watch == null ? stage : watch.watch(dataset, stage);
    }

    /** What a stage does on another thread, timed where the run is watched. */
    public <V> Callable<V> timed(Node<?> dataset, Callable<V> work) {
        return watch == null ? work : watch.timed(dataset, work);
    }

    /** A stage of a dataset that the function of {@code dataset} has made, whose time counts as that one's. */
    public <T> Stage<T> timed(Node<?> dataset, Node<T> made, Stage<T> stage) {
        return watch == null ? stage : watch.timed(dataset, made, stage);
    }

    /** The generator from which to draw for a dataset whose iterators share {@code shared}; asked for at each draw. */
    public SeedGenerator seeds(SeedGenerator shared) {
        Map<SeedGenerator, SeedGenerator> own = copies;
        return own == null ? shared : own.computeIfAbsent(shared, SeedGenerator::copy);
    }

    /** What the passes of a cache share in this run: a replay has its own, which begins as that of all runs is. */
    @SuppressWarnings("unchecked") // a reference of the same content
    public <C> AtomicReference<@Nullable C> content(AtomicReference<@Nullable C> shared) {
        if (replayed == null) {
            return shared;
        }
        return (AtomicReference<@Nullable C>)
                contents.computeIfAbsent(shared, absent -> new AtomicReference<>(shared.get()));
    }

    /**
     * A run beside this one whose draws are its own: for elements that came before and are made again, so that the
     * passes to come do not lose seeds. Needs no closing.
     */
    Run replaying() {
        return new Run(this);
    }

    /** From here on draws count for nothing: while a checkpoint is restored, which knows what was drawn. */
    public void keepSeeds() {
        copies = new ConcurrentHashMap<>();
    }

    /** From here on draws count. */
    public void drawSeeds() {
        copies = null;
    }

    /** Where the calls of a stage run: on the caller's executor or on threads of this run. */
    public Executor executor(Parallelism parallel) {
        return parallel.executor().orElseGet(() -> threads(parallel.calls()));
    }

    /** Threads of this run, at least {@code wanted} of them. */
    public Executor threads(int wanted) {
        return replayed == null ? ownThreads(wanted) : replayed.threads(wanted);
    }

    private synchronized Executor ownThreads(int wanted) {
        if (threads == null) {
            threads = new RunThreads();
        }
        threads.atLeast(wanted);
        return threads;
    }

    /** Ends the threads of this run and waits for them. The stages are closed before. */
    @Override
    public void close() {
        RunThreads ending;
        synchronized (this) {
            ending = threads;
            threads = null;
        }
        if (ending != null) {
            ending.close();
        }
    }
}

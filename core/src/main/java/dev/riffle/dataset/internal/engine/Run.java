package dev.riffle.dataset.internal.engine;

import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The state that the stages of one run share: its threads, its observer, and its seed generators. */
public final class Run implements Closeable {

    /** The run whose threads this replay uses, or null. */
    private final @Nullable Run replayed;

    private final @Nullable StageProfiler watch;

    private @Nullable RunThreads threads;

    /** Copies of the datasets' seed generators, or null if stages draw from the originals. */
    private volatile @Nullable Map<SeedGenerator, SeedGenerator> copies;

    /** The replay's own contents of memory caches. */
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

    /** Opens a stage. Every stage opens its inputs with this method, so that an observer can profile all stages. */
    public <T> Stage<T> open(Node<T> node) throws Exception {
        Node<T> dataset = ObservedNode.running(node);
        Stage<T> stage;
        try {
            stage = dataset.open(this);
        } catch (Exception e) {
            throw Failures.of(dataset.name(), null, e);
        }
        return watch == null ? stage : watch.watch(dataset, stage);
    }

    /**
     * Opens a stage of a dataset that the function of {@code creator} created. The observer explains the first dataset
     * of each creator.
     */
    public <T> Stage<T> open(Node<?> creator, Node<T> created) throws Exception {
        if (watch != null) {
            watch.created(creator, created);
        }
        return open(created);
    }

    /** Begins a pass of a source. Returns the counter for its records and bytes, or null if the run has no observer. */
    public @Nullable SourceProgress sources(Node<?> source) {
        return watch == null ? null : watch.sources(source);
    }

    /** Adds timing to a stage's work on another thread, if the run has an observer. */
    public <V> Callable<V> timed(Node<?> dataset, Callable<V> work) {
        return watch == null ? work : watch.timed(dataset, work);
    }

    /**
     * Adds timing to the stage of a dataset that the function of {@code dataset} created, if the run has an observer.
     * The time counts for {@code dataset}.
     */
    public <T> Stage<T> timed(Node<?> dataset, Node<T> made, Stage<T> stage) {
        return watch == null ? stage : watch.timed(dataset, made, stage);
    }

    /**
     * Returns the generator to draw from: {@code shared} or this run's copy of {@code shared}. Stages call this method
     * at each draw.
     */
    public SeedGenerator seeds(SeedGenerator shared) {
        Map<SeedGenerator, SeedGenerator> own = copies;
        return own == null ? shared : own.computeIfAbsent(shared, SeedGenerator::copy);
    }

    /** Returns the content that the passes of a cache share in this run. A replay has a copy of the shared content. */
    @SuppressWarnings("unchecked") // A copy refers to content of the same type.
    public <C> AtomicReference<@Nullable C> content(AtomicReference<@Nullable C> shared) {
        if (replayed == null) {
            return shared;
        }
        return (AtomicReference<@Nullable C>)
                contents.computeIfAbsent(shared, absent -> new AtomicReference<>(shared.get()));
    }

    /**
     * Returns a run with separate seed generators, for computing earlier elements again. The returned run takes no
     * seeds from later passes of this run. Callers need not close the returned run.
     */
    Run replaying() {
        return new Run(this);
    }

    /**
     * Makes later draws use copies of the generators. A run calls this method while it restores a checkpoint that
     * contains the drawn seeds.
     */
    public void keepSeeds() {
        copies = new ConcurrentHashMap<>();
    }

    /** Makes later draws use the original generators. */
    public void drawSeeds() {
        copies = null;
    }

    /** Returns the executor for the calls of a stage: the caller's executor, or this run's threads. */
    public Executor executor(Parallelism parallel) {
        Executor own = parallel.executor();
        return own == null ? threads(parallel.calls()) : own;
    }

    /** Returns an executor with at least {@code wanted} threads of this run. */
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

    /** Ends the threads of this run and waits for them. The caller must close the stages first. */
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

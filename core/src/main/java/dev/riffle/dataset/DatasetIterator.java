package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Explanation;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SavedRun;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.StageProfiler;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.PipelineStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A run of a dataset. If an element fails, {@link #next} throws {@link DatasetException}, and the iterator continues
 * with the element after it.
 *
 * <p>{@link #close} ends threads and closes files. Close an iterator if you stop before the end. At the end,
 * {@link #hasNext} closes the iterator before it returns false. One thread at a time may use an iterator, but any
 * thread may close it.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class DatasetIterator<T> implements Iterator<T>, AutoCloseable {

    private final Node<T> dataset;
    private final @Nullable StageProfiler watch;
    private final Run run;
    private final Stage<T> stage;

    private @Nullable T ahead;

    /**
     * The lineage of the element in {@link #ahead}, if a checkpoint contained the element. The stage does not keep this
     * lineage.
     */
    private @Nullable ElementLineage aheadLineage;

    private @Nullable DatasetException failed;
    private boolean ended;

    private final RunAccess access = new RunAccess(this::release);

    /**
     * Whether the stage and the run are closed. After the last element, {@link #endState} then holds the state for
     * checkpoints.
     */
    private boolean released;

    private @Nullable State endState;

    private DatasetIterator(Node<T> dataset, @Nullable StageProfiler watch, Run run, Stage<T> stage) {
        this.dataset = dataset;
        this.watch = watch;
        this.run = run;
        this.stage = stage;
    }

    static <T> DatasetIterator<T> open(Node<T> dataset) {
        StageProfiler watch = StageProfiler.of(dataset);
        return open(dataset, watch, new Run(watch));
    }

    private static <T> DatasetIterator<T> open(Node<T> dataset, @Nullable StageProfiler watch, Run run) {
        try {
            return new DatasetIterator<>(dataset, watch, run, run.open(dataset));
        } catch (Exception e) {
            DatasetException failure = Failures.of(dataset.name(), null, e);
            try {
                run.close();
                end(watch);
            } catch (RuntimeException unfinished) {
                failure.addSuppressed(unfinished);
            }
            throw failure;
        }
    }

    static <T> DatasetIterator<T> resume(Node<T> dataset, Checkpoint checkpoint) {
        SavedRun state = new SavedRun(checkpoint.state());
        Pipeline pipeline = new Pipeline(dataset);
        pipeline.check(state.state());
        Runnable undo = pipeline.undo();
        try {
            pipeline.restore(state.state());
            return resumed(dataset, state);
        } catch (RuntimeException e) {
            // The code that reads the state has already reported a damaged checkpoint. All other exceptions are
            // programming errors and stay unchanged.
            undo.run();
            throw e;
        } catch (Exception e) {
            undo.run();
            throw Failures.of(dataset.name(), null, e);
        }
    }

    private static <T> DatasetIterator<T> resumed(Node<T> dataset, SavedRun state) throws Exception {
        StageProfiler watch = StageProfiler.of(dataset);
        Run run = new Run(watch);
        run.keepSeeds();
        DatasetIterator<T> iterator = open(dataset, watch, run);
        try {
            iterator.stage.restore(state.stage());
            state.ahead(dataset, run).ifPresent(iterator::takeAhead);
            run.drawSeeds();
            return iterator;
        } catch (Exception e) {
            try (iterator) {
                throw e;
            }
        }
    }

    private void takeAhead(BufferedElement<T> entry) {
        ahead = entry.element();
        aheadLineage = entry.lineage();
        failed = entry.failure() instanceof DatasetException failure ? failure : null;
    }

    /**
     * Returns whether {@link #next} has an element to return or a failure to throw.
     *
     * @throws IllegalStateException if the iterator is closed, also if another thread closes it during this call
     * @throws java.util.ConcurrentModificationException if another thread is in a call of this iterator
     */
    @Override
    public boolean hasNext() {
        access.checkOpen();
        if (ahead != null || failed != null) {
            return true;
        }
        if (ended) {
            return false;
        }
        access.begin();
        try {
            pull();
        } catch (Throwable e) {
            access.end(e);
            throw e;
        }
        access.end(failed);
        return !ended;
    }

    /** Computes the next element, the next failure or the end. */
    private void pull() {
        try {
            ahead = stage.next();
        } catch (Exception e) {
            failed = Failures.of(stage.name(), null, e);
            return;
        }
        if (ahead == null) {
            ended = true;
            endState = stage.save(new LineageTable());
            release();
        }
    }

    /**
     * Returns the next element.
     *
     * @throws NoSuchElementException after the last element
     * @throws DatasetException if the element fails; the next call continues with the element after it
     * @throws IllegalStateException if the iterator is closed, also if another thread closes it during this call
     * @throws java.util.ConcurrentModificationException if another thread is in a call of this iterator
     */
    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the dataset has no more elements; hasNext() returned false");
        }
        if (failed != null) {
            DatasetException failure = failed;
            failed = null;
            throw failure;
        }
        T element = ahead;
        ahead = null;
        aheadLineage = null;
        if (element == null) {
            throw new AssertionError("hasNext without an element");
        }
        return element;
    }

    /** Skips the next element or failure. */
    void skipNext() {
        ahead = null;
        aheadLineage = null;
        failed = null;
    }

    /**
     * Returns the position of this run, after the elements that {@link #next} has returned.
     *
     * @throws IllegalStateException if the iterator is closed
     */
    public Checkpoint checkpoint() {
        access.begin();
        Checkpoint checkpoint;
        try {
            checkpoint = save();
        } catch (Throwable e) {
            access.end(e);
            throw e;
        }
        access.end(null);
        return checkpoint;
    }

    private Checkpoint save() {
        State end = endState;
        // The stage saves first, because saving stops the threads that read ahead. These threads may draw seeds.
        State last = end == null ? stage.save(new LineageTable()) : end;
        return new Checkpoint(SavedRun.save(dataset, last, untaken()));
    }

    /** Returns the next element or failure, or null if the stage has not produced it yet. Drops an interruption. */
    private @Nullable BufferedElement<T> untaken() {
        if (ahead != null) {
            return BufferedElement.of(ahead, aheadLineage == null ? stage.lineage() : aheadLineage);
        }
        return failed == null || Stage.isInterruption(failed) ? null : BufferedElement.failed(failed);
    }

    /**
     * Returns the current statistics of the stages, also after {@link #close}.
     *
     * @throws IllegalStateException if the run has no observer: see {@link Dataset#observed}
     */
    public PipelineStatistics statistics() {
        if (watch == null) {
            throw new IllegalStateException("the run has no observer; set one with Dataset.observed");
        }
        return watch.statistics();
    }

    /**
     * Describes the pipeline, one line for each stage. With an observer, adds the output and the cost of each stage,
     * and the first dataset that its function created.
     */
    public String explain() {
        return Explanation.of(dataset, watch);
    }

    /**
     * Ends the run, its threads and its files. Idempotent. Any thread may close an iterator.
     *
     * <p>If another thread is in a call of this iterator, that call ends with {@link IllegalStateException}, and this
     * method waits for its end. The method interrupts the functions that the run executes. If a function ignores
     * interrupts, the call ends after the function returns. If the thread that waits here is interrupted, it keeps its
     * interrupt flag and returns, and the run ends together with the call.
     *
     * @throws UncheckedIOException if a file cannot be closed
     */
    @Override
    public void close() {
        access.close();
    }

    private void release() {
        if (released) {
            return;
        }
        released = true;
        try {
            stage.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            try {
                run.close();
            } finally {
                end(watch);
            }
        }
    }

    private static void end(@Nullable StageProfiler watch) {
        if (watch != null) {
            watch.end();
        }
    }
}

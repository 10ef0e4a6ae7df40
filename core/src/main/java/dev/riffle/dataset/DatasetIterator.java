package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Explanation;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.RunState;
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
 * A run of a dataset. An element that cannot be made throws {@link DatasetException} from {@link #next}, and the
 * iterator can go on behind it. Closing ends threads and closes files; it may be done from a {@code finally} at any
 * time, and is needed only when the elements are not read to their end: {@link #hasNext} closes what is open before it
 * says that there are no more. One thread at a time.
 */
public final class DatasetIterator<T> implements Iterator<T>, AutoCloseable {

    private final Node<T> dataset;
    private final @Nullable StageProfiler watch;
    private final Run run;
    private final Stage<T> stage;

    private @Nullable T ahead;

    /** Of an element ahead that came from a checkpoint, which the stage does not know of. */
    private @Nullable ElementLineage aheadMark;

    private @Nullable DatasetException failed;
    private boolean ended;
    private boolean closed;

    /** Whether stage and run are closed, and what a checkpoint keeps of them where that was at the end. */
    private boolean released;

    private final Saving endSaving = new Saving();
    private @Nullable State endState;

    private DatasetIterator(Node<T> dataset, @Nullable StageProfiler watch, Run run, Stage<T> stage) {
        this.dataset = dataset;
        this.watch = watch;
        this.run = run;
        this.stage = stage;
    }

    static <T> DatasetIterator<T> open(Node<T> dataset, @Nullable PipelineObserver observer) {
        StageProfiler watch = observer == null ? null : new StageProfiler(dataset, observer.observation());
        return open(dataset, watch, new Run(watch));
    }

    private static <T> DatasetIterator<T> open(Node<T> dataset, @Nullable StageProfiler watch, Run run) {
        try {
            return new DatasetIterator<>(dataset, watch, run, run.open(dataset));
        } catch (Exception e) {
            run.close();
            throw Failures.of(dataset.name(), null, e);
        }
    }

    static <T> DatasetIterator<T> resume(Node<T> dataset, Checkpoint checkpoint, @Nullable PipelineObserver observer) {
        RunState state = new RunState(checkpoint.state());
        Pipeline pipeline = new Pipeline(dataset);
        pipeline.check(state.state());
        Runnable undo = pipeline.undo();
        try {
            Restoring restoring = new Restoring(state.starts());
            pipeline.restore(state.state(), restoring);
            return resumed(dataset, state, restoring, observer);
        } catch (RuntimeException e) {
            // A damaged checkpoint is reported where its state is read; all others are mistakes, and are not hidden.
            undo.run();
            throw e;
        } catch (Exception e) {
            undo.run();
            throw Failures.of(dataset.name(), null, e);
        }
    }

    private static <T> DatasetIterator<T> resumed(
            Node<T> dataset, RunState state, Restoring restoring, @Nullable PipelineObserver observer)
            throws Exception {
        StageProfiler watch = observer == null ? null : new StageProfiler(dataset, observer.observation());
        Run run = new Run(watch);
        run.keepSeeds();
        DatasetIterator<T> iterator = open(dataset, watch, run);
        try {
            iterator.stage.restore(state.stage(), restoring);
            state.ahead(dataset, run, restoring).ifPresent(iterator::takeAhead);
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
        aheadMark = entry.mark();
        failed = entry.failure() instanceof DatasetException failure ? failure : null;
    }

    /** Whether {@link #next} has something to give: an element or the failure of one. */
    @Override
    public boolean hasNext() {
        if (closed) {
            throw new IllegalStateException("iterator is closed");
        }
        if (ahead != null || failed != null) {
            return true;
        }
        if (ended) {
            return false;
        }
        try {
            ahead = stage.next();
        } catch (Exception e) {
            failed = Failures.of(stage.name(), null, e);
            return true;
        }
        if (ahead == null) {
            ended = true;
            endState = stage.save(endSaving);
            release();
            return false;
        }
        return true;
    }

    /**
     * The next element.
     *
     * @throws NoSuchElementException behind the last one
     * @throws DatasetException if it cannot be made; the next call goes on behind it
     */
    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (failed != null) {
            DatasetException failure = failed;
            failed = null;
            throw failure;
        }
        T element = ahead;
        ahead = null;
        aheadMark = null;
        if (element == null) {
            throw new AssertionError("hasNext without an element");
        }
        return element;
    }

    /** Drops what comes next, an element or a failure. */
    void pass() {
        ahead = null;
        aheadMark = null;
        failed = null;
    }

    /** Where this run is: behind the elements that {@link #next} has given. */
    public Checkpoint checkpoint() {
        if (closed) {
            throw new IllegalStateException("iterator is closed");
        }
        State end = endState;
        Saving saving = end == null ? new Saving() : endSaving;
        // First, because it holds up the threads that read ahead, which may draw seeds.
        State last = end == null ? stage.save(saving) : end;
        return new Checkpoint(RunState.save(dataset, last, untaken(), saving));
    }

    /** What {@link #next} gives next, if the stage has given it already; an interruption is not kept. */
    private @Nullable BufferedElement<T> untaken() {
        if (ahead != null) {
            return BufferedElement.of(ahead, aheadMark == null ? stage.mark() : aheadMark);
        }
        return failed == null || Stage.isInterruption(failed) ? null : BufferedElement.failed(failed);
    }

    /**
     * What the stages have done so far; also when the iterator is closed.
     *
     * @throws IllegalStateException if the run is not observed: {@link Dataset#iterator(PipelineObserver)}
     */
    public PipelineStatistics statistics() {
        if (watch == null) {
            throw new IllegalStateException("the run is not observed; begin it with iterator(PipelineObserver)");
        }
        return watch.statistics();
    }

    /** The pipeline in words, a line for each stage, and, if the run is observed, what each has given and cost. */
    public String explain() {
        return Explanation.of(dataset, watch == null ? null : watch.statistics());
    }

    /** Ends the run. Does nothing when called again. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        release();
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
            run.close();
        }
    }
}

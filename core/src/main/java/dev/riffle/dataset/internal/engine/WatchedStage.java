package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Mark;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A stage in an observed run. */
final class WatchedStage<T> extends Stage<T> {

    private final Node<T> dataset;
    private final Stage<T> stage;
    private final Watch.Counts counts;
    private final Watch watch;
    private final Callable<@Nullable T> next;

    public WatchedStage(Node<T> dataset, Stage<T> stage, Watch.Counts counts, Watch watch) {
        super(dataset);
        this.dataset = dataset;
        this.stage = stage;
        this.counts = counts;
        this.watch = watch;
        this.next = stage::next;
    }

    @Override
    public @Nullable T next() throws Exception {
        watch.before(dataset);
        T element;
        try {
            element = watch.time(counts, next);
        } catch (Exception e) {
            watch.failed(counts);
            throw e;
        }
        if (element != null) {
            watch.given(counts, element);
        }
        return element;
    }

    @Override
    public Mark mark() {
        return stage.mark();
    }

    @Override
    public State save(Saving saving) {
        return stage.save(saving);
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        stage.restore(state, restoring);
    }

    @Override
    public void close() throws IOException {
        stage.close();
    }
}

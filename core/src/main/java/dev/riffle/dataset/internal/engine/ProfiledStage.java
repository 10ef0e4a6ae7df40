package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.collate.PayloadList;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Delegates to a stage and reports its elements and times to a {@link StageProfiler}. */
final class ProfiledStage<T> extends Stage<T> {

    private final Node<T> dataset;
    private final Stage<T> stage;
    private final StageProfiler.Counts counts;
    private final StageProfiler watch;
    private final Callable<@Nullable T> next;

    ProfiledStage(Node<T> dataset, Stage<T> stage, StageProfiler.Counts counts, StageProfiler watch) {
        super(dataset, stage.run());
        this.dataset = dataset;
        this.stage = stage;
        this.counts = counts;
        this.watch = watch;
        this.next = stage::next;
    }

    @Override
    public @Nullable T next() throws Exception {
        T element = watched(next);
        if (element != null) {
            watch.delivered(counts, ElementBytes.of(element));
        }
        return element;
    }

    @Override
    public boolean nextInto(PayloadList target) throws Exception {
        long before = target.byteSize();
        boolean found = watched(() -> stage.nextInto(target));
        if (found) {
            watch.delivered(counts, target.byteSize() - before);
        }
        return found;
    }

    private <V extends @Nullable Object> V watched(Callable<V> work) throws Exception {
        watch.before(dataset);
        try {
            return watch.time(counts, work);
        } catch (Exception e) {
            watch.failed(counts);
            throw e;
        }
    }

    @Override
    public ElementLineage lineage() {
        return stage.lineage();
    }

    @Override
    public State save(LineageTable table) {
        return stage.save(table);
    }

    @Override
    public void restore(State state) throws Exception {
        stage.restore(state);
    }

    @Override
    public void close() throws IOException {
        stage.close();
    }
}

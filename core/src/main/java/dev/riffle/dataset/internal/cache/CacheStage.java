package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The running form of a cache: a pass that fills the cache or a pass that reads it, as its checkpoint states. */
final class CacheStage<T> extends Stage<T> {

    private static final Member<Boolean> READS = Member.flag("reads");

    private final Callable<Stage<T>> filling;
    private final Callable<Stage<T>> reading;
    private boolean reads;
    private Stage<T> pass;

    /** Creates the stage. {@code filling} and {@code reading} open a pass. */
    CacheStage(Node<T> dataset, Run run, boolean isFull, Callable<Stage<T>> filling, Callable<Stage<T>> reading)
            throws Exception {
        super(dataset, run);
        this.filling = filling;
        this.reading = reading;
        this.reads = isFull;
        this.pass = isFull ? reading.call() : filling.call();
    }

    @Override
    public @Nullable T next() throws Exception {
        return pass.next();
    }

    @Override
    public ElementLineage lineage() {
        return pass.lineage();
    }

    @Override
    public void name(String name) {
        super.name(name);
        pass.name(name);
    }

    @Override
    public State save(LineageTable table) {
        return pass.save(table).with(READS, reads);
    }

    @Override
    public void restore(State state) throws Exception {
        boolean saved = state.get(READS);
        if (saved != reads) {
            pass.close();
            pass = saved ? reading.call() : filling.call();
            pass.name(name());
            reads = saved;
        }
        pass.restore(state);
    }

    @Override
    public void close() throws IOException {
        pass.close();
    }
}

package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.TaskQueue;
import dev.riffle.dataset.internal.engine.UnaryStage;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A map that calls its function on several threads. The consumer's thread pulls the input. So the state of the stage
 * consists of the input's state and the calls whose results the stage has not delivered yet.
 */
final class ParallelMapStage<S, T> extends UnaryStage<S, T> {

    private final MapNode<S, T> dataset;
    private final Run run;
    private final TaskQueue<T> queue;
    private boolean inputEnded;
    private @Nullable BufferedElement<T> delivered;

    ParallelMapStage(MapNode<S, T> dataset, Parallelism parallel, Run run) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.run = run;
        this.queue = new TaskQueue<>(run.executor(parallel), parallel);
    }

    @Override
    @Nullable
    public T next() throws Exception {
        for (int begun = 0; !inputEnded && queue.wantsMore(begun); begun++) {
            pull();
        }
        try {
            delivered = queue.take();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        if (delivered == null) {
            return null;
        }
        ElementLineage lineage = delivered.lineage();
        if (delivered.failure() instanceof Exception failure && lineage != null) {
            throw Failures.of(name(), dataset.input().origin(lineage).orElse(null), failure);
        }
        return delivered.get();
    }

    private void pull() throws Exception {
        try {
            S element = input().next();
            if (element == null) {
                inputEnded = true;
            } else {
                queue.begin(input().lineage(), call(element));
            }
        } catch (Exception e) {
            if (isInterruption(e)) {
                throw e;
            }
            queue.add(BufferedElement.failed(e));
        }
    }

    private Callable<T> call(S element) {
        return run.timed(dataset.timed(), () -> dataset.apply(element));
    }

    @Override
    public ElementLineage lineage() {
        return BufferedElement.lineageOf(delivered);
    }

    @Override
    public State save(Saving saving) {
        return MapNode.save(super.save(saving), queue.pending(), saving);
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        for (BufferedElement<S> pending : dataset.pending(state, restoring, run)) {
            S element = pending.element();
            if (element == null) {
                queue.add(new BufferedElement<>(null, null, pending.failure()));
            } else {
                queue.begin(BufferedElement.lineageOf(pending), call(element));
            }
        }
        super.restore(state, restoring);
    }

    @Override
    public void close() throws IOException {
        try {
            queue.close();
        } finally {
            super.close();
        }
    }
}

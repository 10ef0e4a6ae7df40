package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.InputBuffer;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.TaskQueue;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A map that calls its function on several threads. The consumer's thread pulls the input. So the state of the stage
 * consists of the input's state and the calls whose results the stage has not delivered yet.
 */
final class ParallelMapStage<S, T> extends Stage<T> {

    /** The input, and the elements whose calls this stage has begun. */
    private final class Calls extends InputBuffer<S> {

        Calls(Stage<S> input) {
            super(dataset.input(), input);
        }

        @Override
        protected Collection<? extends BufferedElement<?>> held() {
            return queue.pending();
        }

        @Override
        protected void hold(BufferedElement<S> begun) {
            S element = begun.element();
            if (element == null) {
                queue.add(new BufferedElement<>(null, null, begun.failure()));
            } else {
                queue.begin(BufferedElement.lineageOf(begun), call(element));
            }
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

    private final MapNode<S, T> dataset;
    private final TaskQueue<T> queue;
    private final Stage<S> input;
    private boolean inputEnded;
    private @Nullable BufferedElement<T> delivered;

    ParallelMapStage(MapNode<S, T> dataset, Parallelism parallel, Run run) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.input = run.open(dataset.input());
        this.queue = new TaskQueue<>(run.executor(parallel), parallel);
        cell(new Calls(input));
    }

    @Override
    public @Nullable T next() throws Exception {
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
            S element = input.next();
            if (element == null) {
                inputEnded = true;
            } else {
                queue.begin(input.lineage(), call(element));
            }
        } catch (Exception e) {
            if (isInterruption(e)) {
                throw e;
            }
            queue.add(BufferedElement.failed(e));
        }
    }

    private Callable<T> call(S element) {
        return run().timed(dataset.timed(), () -> dataset.apply(element));
    }

    @Override
    public ElementLineage lineage() {
        return BufferedElement.lineageOf(delivered);
    }
}

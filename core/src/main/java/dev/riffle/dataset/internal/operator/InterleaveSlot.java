package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.ConsumerSignal;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.ReadAhead;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One open dataset of an interleave, with or without read-ahead. */
final class InterleaveSlot<T> implements Closeable {

    /** The lineage of the input's element from which the function created the dataset. */
    private static final LineageKey<ElementLineage> OF = LineageKey.lineage("of");

    private final ElementLineage of;
    private final Node<T> dataset;
    private final Stage<T> stage;
    private final @Nullable ReadAhead<T> ahead;

    /** The elements that a parallel form of this stage read ahead before a checkpoint. */
    private final Queue<BufferedElement<T>> restored = new ArrayDeque<>();

    private @Nullable BufferedElement<T> delivered;

    /**
     * Opens the dataset of an element of the input.
     *
     * @param executor the executor that reads ahead, or null
     */
    InterleaveSlot(
            InterleaveNode<?, T> interleave,
            ElementLineage of,
            Node<T> dataset,
            Run run,
            @Nullable Executor executor,
            ConsumerSignal signal)
            throws Exception {
        this.of = of;
        this.dataset = dataset;
        this.stage = run.open(interleave, dataset);
        this.ahead = executor == null
                ? null
                : new ReadAhead<>(run.timed(interleave, dataset, stage), executor, InterleaveNode.READ_AHEAD, signal);
    }

    @Nullable
    T next() throws Exception {
        if (ahead != null) {
            delivered = ahead.take();
            return delivered == null ? null : delivered.get();
        }
        delivered = restored.poll();
        return delivered == null ? stage.next() : delivered.get();
    }

    /** Returns the read-ahead of this slot, or null if the slot has no read-ahead. */
    @Nullable
    ReadAhead<T> ahead() {
        return ahead;
    }

    ElementLineage lineage() {
        return ElementLineage.Several.of(
                of, delivered == null ? stage.lineage() : BufferedElement.lineageOf(delivered));
    }

    State save(Saving saving) {
        State state = ahead == null ? ReadAhead.saved(stage, restored, saving) : ahead.save(saving);
        return new Pipeline(dataset).save(state.with(OF, of, saving), saving);
    }

    /** Reads the lineage of the input's element from a slot's state. */
    static ElementLineage of(State state, Restoring restoring) {
        return state.get(OF, restoring);
    }

    void restore(State state, Restoring restoring, Run run) throws Exception {
        new Pipeline(dataset).restore(state, restoring);
        List<BufferedElement<T>> buffered = ReadAhead.restoredBuffer(state, restoring, dataset, run);
        if (ahead == null) {
            restored.addAll(buffered);
        } else {
            ahead.restore(buffered);
        }
        ReadAhead.restoreInput(state, restoring, stage);
    }

    @Override
    public void close() throws IOException {
        if (ahead == null) {
            stage.close();
        } else {
            ahead.close();
        }
    }
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import org.jspecify.annotations.Nullable;

/** A stage without elements and without open resources. */
public final class EmptyStage<T> extends Stage<T> {

    public EmptyStage(Node<T> dataset) {
        super(dataset);
    }

    @Override
    public @Nullable T next() {
        return null;
    }

    @Override
    public ElementLineage lineage() {
        throw new IllegalStateException("no element has been delivered");
    }

    @Override
    public State save(Saving saving) {
        return State.empty();
    }

    @Override
    public void restore(State state, Restoring restoring) {}

    @Override
    public void close() {}
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import org.jspecify.annotations.Nullable;

/** A stage without elements and without open resources. */
public final class EmptyStage<T> extends Stage<T> {

    public EmptyStage(Node<T> dataset, Run run) {
        super(dataset, run);
    }

    @Override
    public @Nullable T next() {
        return null;
    }

    @Override
    public ElementLineage lineage() {
        return delivered(null);
    }
}

package dev.riffle.dataset;

import org.jspecify.annotations.Nullable;

/** A stage that gives nothing and has opened nothing. */
final class EmptyStage<T> extends Stage<T> {

    EmptyStage(Node<T> dataset) {
        super(dataset);
    }

    @Override
    @Nullable
    T next() {
        return null;
    }

    @Override
    Mark mark() {
        throw new IllegalStateException("no element was given");
    }

    @Override
    State save(Saving saving) {
        return State.empty();
    }

    @Override
    void restore(State state, Restoring restoring) {}

    @Override
    public void close() {}
}

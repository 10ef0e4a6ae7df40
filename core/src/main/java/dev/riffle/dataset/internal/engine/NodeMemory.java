package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.State;

/** What the iterators of a dataset share, such as the seeds drawn for passes. A checkpoint holds this memory. */
public interface NodeMemory {

    /** Adds the values of this memory to a state. */
    State save(State state);

    /** Sets this memory to the values in a state. */
    void restore(State state);

    /** Returns an action that sets this memory to its current values, for a damaged checkpoint. */
    Runnable undo();
}

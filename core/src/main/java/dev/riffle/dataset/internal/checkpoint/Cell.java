package dev.riffle.dataset.internal.checkpoint;

import java.io.Closeable;
import java.io.IOException;

/**
 * A part of a stage's state, which saves, restores and closes itself. A stage declares its cells once, as fields. Only
 * the thread that uses the stage may use its cells.
 */
public interface Cell extends Closeable {

    /** Returns the state with the value of this cell. */
    State save(State state);

    /** Sets this cell to the value in a state. */
    void restore(State state) throws Exception;

    @Override
    default void close() throws IOException {}
}

package dev.riffle.dataset.internal.engine;

/** A pass that a node keeps in memory. A replay starts with the passes that were in memory at the recorded start. */
public interface CachedPass extends NodeMemory {

    /** Returns whether a pass that begins in this run reads the kept elements. */
    boolean isFilled(Run run);

    /** Makes the next pass of a replaying run fill the memory again. */
    void forget(Run replaying);
}

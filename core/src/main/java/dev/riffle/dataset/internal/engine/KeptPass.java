package dev.riffle.dataset.internal.engine;

/** A pass that a node keeps in memory, as a replay needs it: the replay starts with the passes that were kept then. */
public interface KeptPass {

    /** Whether a pass that begins in this run reads the kept elements. */
    boolean isFilled(Run run);

    /** Makes the next pass of a replaying run fill the memory again. */
    void forget(Run replaying);
}

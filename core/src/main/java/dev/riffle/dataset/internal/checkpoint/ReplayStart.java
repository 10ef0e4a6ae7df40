package dev.riffle.dataset.internal.checkpoint;

/**
 * The state in which a stage began, from which a run can start again. Compared by identity, so that lineages share one.
 */
public final class ReplayStart {

    private final State state;

    public ReplayStart(State state) {
        this.state = state;
    }

    public State state() {
        return state;
    }
}

package dev.riffle.dataset.internal.checkpoint;

/**
 * The state of a stage at its beginning, from which a run can start again. Starts are equal only if identical, so that
 * a checkpoint contains a shared start once.
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

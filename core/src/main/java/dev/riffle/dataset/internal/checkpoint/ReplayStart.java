package dev.riffle.dataset.internal.checkpoint;

/**
 * The state of a stage at its beginning, from which a run can start again. Two starts are equal only if they are the
 * same object, so a checkpoint contains a shared start only once.
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

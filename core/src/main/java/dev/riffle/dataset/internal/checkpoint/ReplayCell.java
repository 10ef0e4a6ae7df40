package dev.riffle.dataset.internal.checkpoint;

/** The start of a pass, from which a replay can begin, and the number of elements that the pass has read. */
public final class ReplayCell implements Cell {

    private static final Member<ElementLineage.Replayed> AT = Member.replayed("at");

    public long read;

    private State start;

    public ReplayCell(State start) {
        this.start = start;
    }

    public State start() {
        return start;
    }

    /** Returns the lineage of the element with this index after the start. */
    public ElementLineage.Replayed lineage(long index) {
        return new ElementLineage.Replayed(start, index);
    }

    @Override
    public State save(State state) {
        return state.with(AT, lineage(read));
    }

    @Override
    public void restore(State state) {
        ElementLineage.Replayed at = state.get(AT);
        start = at.start();
        read = at.index();
    }
}

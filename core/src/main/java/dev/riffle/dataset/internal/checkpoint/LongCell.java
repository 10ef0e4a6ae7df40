package dev.riffle.dataset.internal.checkpoint;

/** A number of a stage, which a checkpoint holds. */
public final class LongCell implements Cell {

    public long value;

    private final Member<Long> member;
    private final long least;
    private final long most;

    /** Creates a cell for the numbers from {@code least} to {@code most}. */
    public LongCell(String name, long least, long most) {
        this.member = Member.number(name);
        this.least = least;
        this.most = most;
    }

    @Override
    public State save(State state) {
        return state.with(member, value);
    }

    @Override
    public void restore(State state) {
        value = state.number(member, least, most);
    }
}

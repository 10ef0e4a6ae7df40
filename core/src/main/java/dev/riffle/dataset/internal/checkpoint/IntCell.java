package dev.riffle.dataset.internal.checkpoint;

/** A small number of a stage, such as an index, which a checkpoint holds. */
public final class IntCell implements Cell {

    public int value;

    private final Member<Long> member;
    private final int least;
    private final int most;

    /** Creates a cell for the numbers from {@code least} to {@code most}. */
    public IntCell(String name, int least, int most) {
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
        value = (int) state.number(member, least, most);
    }
}

package dev.riffle.dataset.internal.checkpoint;

/** A number of a stage, which a checkpoint holds. */
public final class LongCell implements Cell {

    public long value;

    private final String name;
    private final long least;
    private final long most;

    /** Creates a cell for the numbers from {@code least} to {@code most}. */
    public LongCell(String name, long least, long most) {
        this.name = name;
        this.least = least;
        this.most = most;
    }

    /** Returns the value of a cell whose limits are those of an {@code int}. */
    public int index() {
        return (int) value;
    }

    @Override
    public State save(State state) {
        return state.with(Member.number(name), value);
    }

    @Override
    public void restore(State state) {
        value = state.number(Member.number(name), least, most);
    }
}

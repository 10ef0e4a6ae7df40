package dev.riffle.dataset.internal.checkpoint;

/** A boolean of a stage, which a checkpoint holds. */
public final class FlagCell implements Cell {

    public boolean value;

    private final String name;

    public FlagCell(String name) {
        this.name = name;
    }

    @Override
    public State save(State state) {
        return state.with(Member.flag(name), value);
    }

    @Override
    public void restore(State state) {
        value = state.get(Member.flag(name));
    }
}

package dev.riffle.dataset.internal.checkpoint;

/** A boolean of a stage, which a checkpoint holds. */
public final class FlagCell implements Cell {

    public boolean value;

    private final Member<Boolean> member;

    public FlagCell(String name) {
        this.member = Member.flag(name);
    }

    @Override
    public State save(State state) {
        return state.with(member, value);
    }

    @Override
    public void restore(State state) {
        value = state.get(member);
    }
}

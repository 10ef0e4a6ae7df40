package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Cell;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An input of a stage. A checkpoint holds the state of an open input. */
public final class InputCell<S> implements Cell {

    private final Member<Optional<State>> member;
    private final Node<S> node;
    private final Run run;
    private final boolean staysOpen;
    private @Nullable Stage<S> stage;

    /** Creates a closed input. {@code staysOpen} is true for an input that its stage opens at once and never closes. */
    InputCell(String name, Node<S> node, Run run, boolean staysOpen) {
        this.member = Member.state(name).optional();
        this.node = node;
        this.run = run;
        this.staysOpen = staysOpen;
    }

    public boolean isOpen() {
        return stage != null;
    }

    /** Opens the input if it is closed. Returns this input. */
    public InputCell<S> open() throws Exception {
        if (stage == null) {
            stage = run.open(node);
        }
        return this;
    }

    /** Returns the open stage. */
    Stage<S> stage() {
        return Stage.notNull(stage);
    }

    /** Returns the next element, or null if the input has ended or is closed. */
    public @Nullable S next() throws Exception {
        Stage<S> open = stage;
        return open == null ? null : open.next();
    }

    /** Returns the lineage of the last element. */
    public ElementLineage lineage() {
        return Stage.delivered(stage).lineage();
    }

    @Override
    public State save(State state) {
        return state.with(member, Optional.ofNullable(stage).map(open -> open.save(state.table())));
    }

    @Override
    public void restore(State state) throws Exception {
        Optional<State> saved = state.get(member);
        if (saved.isPresent()) {
            open().stage().restore(saved.get());
        } else if (staysOpen) {
            throw state.damaged(member, "an object");
        } else {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        Stage<S> open = stage;
        stage = null;
        if (open != null) {
            open.close();
        }
    }
}

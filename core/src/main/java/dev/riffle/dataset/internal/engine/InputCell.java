package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Cell;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An input that its stage can close and open again. A checkpoint holds the state of an open input. */
public final class InputCell<S> implements Cell {

    private final Member<Optional<State>> member;
    private final Node<S> node;
    private final Run run;
    private @Nullable Stage<S> stage;

    /** Creates a closed input. */
    InputCell(String name, Node<S> node, Run run) {
        this.member = Member.state(name).optional();
        this.node = node;
        this.run = run;
    }

    public boolean isOpen() {
        return stage != null;
    }

    /** Returns the open stage. Opens the input if it is closed. */
    public Stage<S> open() throws Exception {
        Stage<S> open = stage;
        if (open == null) {
            open = run.open(node);
            stage = open;
        }
        return open;
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
            open().restore(saved.get());
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

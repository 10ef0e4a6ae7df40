package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Cell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An input of a stage. A checkpoint holds the state of an open input. The owner calls the stage itself, so that the JIT
 * compiler sees a separate call for each kind of owner.
 */
public final class InputCell<S> implements Cell {

    private final String name;
    private final Node<S> node;
    private final Run run;
    private final boolean staysOpen;
    private @Nullable Stage<S> stage;

    /** Creates a closed input. {@code staysOpen} is true for an input that its stage opens at once and never closes. */
    InputCell(String name, Node<S> node, Run run, boolean staysOpen) {
        this.name = name;
        this.node = node;
        this.run = run;
        this.staysOpen = staysOpen;
    }

    public boolean isOpen() {
        return stage != null;
    }

    /** Returns the open stage, or null if the input is closed. */
    public @Nullable Stage<S> stage() {
        return stage;
    }

    /** Returns the stage of the last element. Throws an exception if the input is closed. */
    public Stage<S> present() {
        Stage<S> open = stage;
        if (open == null) {
            throw new IllegalStateException("no element has been delivered");
        }
        return open;
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

    private Member<Optional<State>> member() {
        return Member.state(name).optional();
    }

    @Override
    public State save(State state) {
        return state.with(member(), Optional.ofNullable(stage).map(open -> open.save(state.table())));
    }

    @Override
    public void restore(State state) throws Exception {
        Optional<State> saved = state.get(member());
        if (saved.isPresent()) {
            open().restore(saved.get());
        } else if (staysOpen) {
            throw state.damaged(member(), "an object");
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

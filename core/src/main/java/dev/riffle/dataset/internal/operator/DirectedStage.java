package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Inputs;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Opened;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Delivers each element from the input that a selector chooses. If the selected input has ended, the stage skips this
 * input or ends. The stage opens all inputs immediately after the selector.
 */
final class DirectedStage<T> extends Stage<T> {

    private static final StateKey<Boolean> ENDED = StateKey.flag("ended");

    /** The number of the input that an interruption stopped. This input keeps its turn. */
    private static final StateKey<Optional<Long>> WAITING =
            StateKey.count("waiting").optional();

    private static final StateKey<State> SELECTOR = StateKey.state("selector");

    /** The states of the inputs; empty for ended inputs. */
    private static final StateKey<List<Optional<State>>> INPUTS =
            StateKey.state("inputs").optional().list();

    private final Selector selector;
    private final boolean endsWithFirst;
    private final List<@Nullable Stage<?>> inputs = new ArrayList<>();

    private int selected;

    /** The number of the input that an interruption stopped, or -1. This input keeps its turn. */
    private int waiting = -1;

    private int running;
    private boolean ended;

    /**
     * Chooses the input of the next element. The stage opens the selector before the inputs, and closes the selector
     * and the inputs together.
     */
    interface Selector {

        /** Returns the number of the next input, or a negative number at the end. */
        int next() throws Exception;

        /** Records that an input has ended. */
        void inputEnded(int number);

        State save(Saving saving);

        void restore(State state, Restoring restoring) throws Exception;

        void close() throws IOException;
    }

    DirectedStage(Node<T> dataset, Inputs<T> inputs, Selector selector, boolean endsWithFirst, Run run)
            throws Exception {
        super(dataset);
        this.selector = selector;
        this.endsWithFirst = endsWithFirst;
        try {
            Opened.all(inputs.datasets(), this.inputs, run);
        } catch (Exception e) {
            selector.close();
            throw e;
        }
        this.running = this.inputs.size();
    }

    @Override
    @Nullable
    public T next() throws Exception {
        while (!ended) {
            int number = waiting < 0 ? selector.next() : waiting;
            waiting = -1;
            if (number < 0) {
                ended = true;
                break;
            }
            Stage<T> input = input(number);
            if (input == null) {
                continue;
            }
            T element = next(number, input);
            if (element != null) {
                selected = number;
                return element;
            }
            closeEnded(number, input);
        }
        return null;
    }

    private @Nullable T next(int number, Stage<T> input) throws Exception {
        try {
            return input.next();
        } catch (Exception e) {
            waiting = isInterruption(e) ? number : -1;
            throw e;
        }
    }

    private void closeEnded(int number, Stage<T> input) throws IOException {
        if (endsWithFirst) {
            ended = true;
            return;
        }
        inputs.set(number, null);
        running--;
        ended = running == 0;
        selector.inputEnded(number);
        input.close();
    }

    @SuppressWarnings("unchecked")
    private @Nullable Stage<T> input(int number) {
        return (Stage<T>) inputs.get(number);
    }

    @Override
    public ElementLineage lineage() {
        return Inputs.lineage(selected, Objects.requireNonNull(input(selected)).lineage());
    }

    @Override
    public State save(Saving saving) {
        List<Optional<State>> states = new ArrayList<>();
        for (Stage<?> input : inputs) {
            states.add(Optional.ofNullable(input).map(open -> open.save(saving)));
        }
        return State.empty()
                .with(ENDED, ended)
                .with(WAITING, waiting < 0 ? Optional.empty() : Optional.of((long) waiting))
                .with(SELECTOR, selector.save(saving))
                .with(INPUTS, states);
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        ended = state.get(ENDED);
        long saved = state.get(WAITING).orElse(-1L);
        if (saved >= inputs.size()) {
            throw state.damaged(WAITING, "below " + inputs.size());
        }
        waiting = (int) saved;
        selector.restore(state.get(SELECTOR), restoring);
        List<Optional<State>> states = state.list(INPUTS, inputs.size());
        for (int i = 0; i < inputs.size(); i++) {
            Stage<T> input = Objects.requireNonNull(input(i));
            Optional<State> open = states.get(i);
            if (open.isPresent()) {
                input.restore(open.get(), restoring);
            } else {
                inputs.set(i, null);
                running--;
                selector.inputEnded(i);
                input.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            selector.close();
        } finally {
            Opened.close(inputs);
        }
    }
}

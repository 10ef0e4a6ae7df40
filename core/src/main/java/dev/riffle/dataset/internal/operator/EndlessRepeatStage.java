package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Repeats passes infinitely. The stage opens the first pass immediately. It opens each later pass when the consumer
 * requests the first element of the pass. A pass without an element ends the stage, even if the pass had failures.
 */
final class EndlessRepeatStage<T> extends Stage<T> {

    private static final StateKey<Boolean> EMPTY = StateKey.flag("empty");
    private static final StateKey<Boolean> ENDED = StateKey.flag("ended");

    /** The state of the input; empty after the last element of the input. */
    private static final StateKey<Optional<State>> INPUT =
            StateKey.state("input").optional();

    private final RepeatNode<T> dataset;
    private final Run run;

    private @Nullable Stage<T> input;
    private boolean isPassEmpty = true;
    private boolean ended;

    EndlessRepeatStage(RepeatNode<T> dataset, Run run) throws Exception {
        super(dataset);
        this.dataset = dataset;
        this.run = run;
        this.input = run.open(dataset.input());
    }

    @Override
    @Nullable
    public T next() throws Exception {
        while (!ended) {
            Stage<T> from = input;
            if (from == null) {
                from = run.open(dataset.input());
                input = from;
                isPassEmpty = true;
            }
            T element = from.next();
            if (element != null) {
                isPassEmpty = false;
                return element;
            }
            ended = isPassEmpty;
            input = null;
            from.close();
        }
        return null;
    }

    @Override
    public ElementLineage lineage() {
        if (input == null) {
            throw new IllegalStateException("no element has been delivered");
        }
        return input.lineage();
    }

    @Override
    public State save(Saving saving) {
        return State.empty()
                .with(EMPTY, isPassEmpty)
                .with(ENDED, ended)
                .with(INPUT, Optional.ofNullable(input).map(stage -> stage.save(saving)));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        isPassEmpty = state.get(EMPTY);
        ended = state.get(ENDED);
        Stage<T> opened = notNull(input);
        Optional<State> saved = state.get(INPUT);
        if (saved.isPresent()) {
            opened.restore(saved.get(), restoring);
        } else {
            input = null;
            opened.close();
        }
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            input.close();
        }
    }
}

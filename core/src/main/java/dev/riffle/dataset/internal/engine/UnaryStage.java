package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;

/** A stage with one input. The constructor opens the input. */
public abstract class UnaryStage<S, T> extends Stage<T> {

    private static final StateKey<State> INPUT = StateKey.state("input");

    private final Stage<S> input;

    public UnaryStage(UnaryNode<S, T> dataset, Run run) throws Exception {
        super(dataset);
        this.input = run.open(dataset.input());
    }

    public final Stage<S> input() {
        return input;
    }

    @Override
    public ElementLineage lineage() {
        return input.lineage();
    }

    @Override
    public State save(Saving saving) {
        return State.empty().with(INPUT, input.save(saving));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        input.restore(state.get(INPUT), restoring);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    /** Returns the failure of this stage at the last element of its input. */
    public final DatasetException failure(UnaryNode<S, T> dataset, Exception cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Failures.of(name(), dataset.input().origin(input.lineage()).orElse(null), cause);
    }
}

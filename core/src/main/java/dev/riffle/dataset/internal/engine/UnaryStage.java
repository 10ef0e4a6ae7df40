package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.DatasetException;

/** A stage with one input. The constructor opens the input. */
public abstract class UnaryStage<S, T> extends Stage<T> {

    private final UnaryNode<S, T> dataset;
    private final Stage<S> input;

    public UnaryStage(UnaryNode<S, T> dataset, Run run) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.input = openInput("input", dataset.input());
    }

    public final Stage<S> input() {
        return input;
    }

    @Override
    public ElementLineage lineage() {
        return input.lineage();
    }

    /** Returns the failure of this stage at the last element of its input. */
    public final DatasetException failure(Exception cause) {
        return Failures.at(name(), dataset.input(), input.lineage(), cause);
    }
}

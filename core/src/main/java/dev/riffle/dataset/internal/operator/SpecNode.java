package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;

/** The elements of the input, with a declared spec. The node does not check the declaration. */
public final class SpecNode<T> extends PassingNode<T> {

    public SpecNode(Node<T> input, ElementSpec spec) {
        super("elementSpec", input, spec);
    }

    /** Opens the stage of the input, because this node has no stage. */
    @Override
    public Stage<T> open(Run run) throws Exception {
        return run.open(input());
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    protected void describe(Description description) {
        description.with(elementSpec());
    }
}

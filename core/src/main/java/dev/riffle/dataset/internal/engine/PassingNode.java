package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.List;

/** A dataset that only selects or orders the elements of its input. Its lineages are the lineages of its input. */
public abstract class PassingNode<T> extends UnaryNode<T, T> {

    public PassingNode(String name, Node<T> input) {
        this(name, input, input.elementSpec());
    }

    /** Creates a node that declares another spec of the elements. */
    public PassingNode(String name, Node<T> input, ElementSpec spec) {
        super(name, input, spec);
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return input().recompute(lineages, run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }
}

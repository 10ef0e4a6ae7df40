package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.List;

/** A dataset that only selects or orders the elements of its input. Its lineages are the lineages of its input. */
public abstract class PassingNode<T> extends UnaryNode<T, T> {

    public PassingNode(String name, Node<T> input) {
        super(name, input);
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return input().recompute(lineages, run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    public ElementSpec elementSpec() {
        return input().elementSpec();
    }
}

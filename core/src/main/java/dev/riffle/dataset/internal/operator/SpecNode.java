package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;

/** The same elements, of which more is known. Checks nothing: the caller knows. */
final class SpecNode<T> extends PassingNode<T> {

    private final ElementSpec spec;

    SpecNode(Node<T> input, ElementSpec spec) {
        super("elementSpec", input);
        this.spec = spec;
    }

    /** The input's own stage: there is nothing to do. */
    @Override
    public Stage<T> open(Run run) throws Exception {
        return run.open(input());
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    public String signature() {
        return "elementSpec(" + spec + ")";
    }
}

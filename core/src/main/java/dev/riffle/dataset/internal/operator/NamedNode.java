package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.ForwardingNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;

/**
 * A dataset under another name. The node adds no stage: the stage of the named dataset runs under this name.
 * Checkpoints compare the name.
 */
public final class NamedNode<T> extends ForwardingNode<T> {

    public NamedNode(String name, Node<T> dataset) {
        super(name, dataset.unnamed());
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: \"" + name + "\"");
        }
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        Stage<T> stage = super.open(run);
        stage.name(name());
        return stage;
    }

    /** Adds the name, so that a new name marks a changed function. */
    @Override
    protected void describe(Description description) {
        super.describe(description);
        description.then(" \"" + name() + "\"");
    }
}

package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.ForwardingNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;

/**
 * A dataset under another name. The node adds no stage: the stage of the named dataset runs under this name.
 * Checkpoints and caches compare the name.
 */
final class NamedNode<T> extends ForwardingNode<T> {

    NamedNode(String name, Node<T> dataset) {
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

    @Override
    public String signature() {
        return withName(super.signature());
    }

    @Override
    public String signatureNow() {
        return withName(super.signatureNow());
    }

    @Override
    public String fingerprint() {
        return withName(super.fingerprint());
    }

    /** Appends the name to a signature, so that a new name marks a changed function. */
    private String withName(String signature) {
        return signature + " \"" + name() + "\"";
    }

    @Override
    public String describe() {
        return withName(super.describe());
    }
}

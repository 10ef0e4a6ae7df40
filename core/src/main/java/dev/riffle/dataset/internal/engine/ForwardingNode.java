package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A dataset that adds a property to another dataset. The node adds no stage and forwards all calls. */
public abstract class ForwardingNode<T> extends Node<T> {

    private final Node<T> node;

    public ForwardingNode(String name, Node<T> node) {
        super(name, node.elementSpec(), node.inputs());
        this.node = node;
    }

    /** Returns the dataset without the added property. */
    public final Node<T> node() {
        return node;
    }

    @Override
    public Node<T> unnamed() {
        return node.unnamed();
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return node.open(run);
    }

    @Override
    public long cardinality() {
        return node.cardinality();
    }

    @Override
    public Optional<Node<?>> endlessStage() {
        return node.endlessStage().map(stage -> stage == node ? this : stage);
    }

    @Override
    public OptionalLong sourceBytes() {
        return node.sourceBytes();
    }

    @Override
    public Numbering numbering() {
        return node.numbering();
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return node.recompute(lineages, run);
    }

    @Override
    protected void describe(Description description) {
        node.describe(description);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return node.origin(lineage);
    }

    @Override
    public Optional<? extends NodeMemory> memory() {
        return node.memory();
    }

    @Override
    public List<Seed> drawsFrom() {
        return node.drawsFrom();
    }
}

package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;

/**
 * A dataset under another name. The node adds no stage: the stage of the named dataset runs under this name.
 * Checkpoints and caches compare the name.
 */
final class NamedNode<T> extends Node<T> {

    private final Node<T> named;

    NamedNode(String name, Node<T> dataset) {
        super(name);
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: \"" + name + "\"");
        }
        this.named = dataset.unnamed();
    }

    @Override
    public Node<T> unnamed() {
        return named;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        Stage<T> stage = named.open(run);
        stage.name(name());
        return stage;
    }

    @Override
    public long cardinality() {
        return named.cardinality();
    }

    @Override
    public Numbering numbering() {
        return named.numbering();
    }

    @Override
    public ElementSpec elementSpec() {
        return named.elementSpec();
    }

    @Override
    public List<Node<?>> inputs() {
        return named.inputs();
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return named.recompute(lineages, run);
    }

    @Override
    public String signature() {
        return withName(named.signature());
    }

    @Override
    public String signatureNow() {
        return withName(named.signatureNow());
    }

    @Override
    public String fingerprint() {
        return withName(named.fingerprint());
    }

    /** Appends the name to a signature, so that a new name marks a changed function. */
    private String withName(String signature) {
        return signature + " \"" + name() + "\"";
    }

    @Override
    public String describe() {
        return withName(named.describe());
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return named.origin(lineage);
    }

    @Override
    public Optional<SeedGenerator> seedGenerator() {
        return named.seedGenerator();
    }

    @Override
    public List<Seed> drawsFrom() {
        return named.drawsFrom();
    }

    @Override
    public State saveShared(Saving saving) {
        return named.saveShared(saving);
    }

    @Override
    public void restoreShared(State state, Restoring restoring) {
        named.restoreShared(state, restoring);
    }

    @Override
    public Runnable undoShared() {
        return named.undoShared();
    }
}

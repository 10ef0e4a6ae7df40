package dev.riffle.dataset;

import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;

/** A dataset under another name: no stage of its own, but the named one, which runs under this name. The name is part of
 * what a checkpoint and a cache compare. */
final class NamedDataset<T> extends Node<T> {

    private final Node<T> named;

    NamedDataset(String name, Node<T> dataset) {
        super(name);
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: \"" + name + "\"");
        }
        this.named = dataset.unnamed();
    }

    @Override
    Node<T> unnamed() {
        return named;
    }

    @Override
    Stage<T> open(Run run) throws Exception {
        Stage<T> stage = named.open(run);
        stage.name(name());
        return stage;
    }

    @Override
    long cardinality() {
        return named.cardinality();
    }

    @Override
    ElementSpec elementSpec() {
        return named.elementSpec();
    }

    @Override
    List<Node<?>> inputs() {
        return named.inputs();
    }

    @Override
    List<T> remake(List<Mark> marks, Run run) throws Exception {
        return named.remake(marks, run);
    }

    @Override
    String signature() {
        return withName(named.signature());
    }

    @Override
    String signatureNow() {
        return withName(named.signatureNow());
    }

    @Override
    String fingerprint() {
        return withName(named.fingerprint());
    }

    /** A name is for the eye, and for telling that a function does something else now. */
    private String withName(String signature) {
        return signature + " \"" + name() + "\"";
    }

    @Override
    String describe() {
        return withName(named.describe());
    }

    @Override
    Optional<SourcePart> origin(Mark mark) {
        return named.origin(mark);
    }

    @Override
    Optional<SeedGenerator> seedGenerator() {
        return named.seedGenerator();
    }

    @Override
    List<Seed> drawsFrom() {
        return named.drawsFrom();
    }

    @Override
    State saveShared(Saving saving) {
        return named.saveShared(saving);
    }

    @Override
    void restoreShared(State state, Restoring restoring) {
        named.restoreShared(state, restoring);
    }

    @Override
    Runnable undoShared() {
        return named.undoShared();
    }
}

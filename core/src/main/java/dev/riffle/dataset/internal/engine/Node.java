package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;

/**
 * A step of a pipeline as the engine sees it: opens stages that run it, names its inputs, and says what a checkpoint
 * compares and keeps. {@link dev.riffle.dataset.Dataset} shows a node to callers. Immutable, except for what the
 * iterators of a node share.
 */
public abstract class Node<T> {

    public static final long INFINITE_CARDINALITY = -1;

    public static final long UNKNOWN_CARDINALITY = -2;

    private final String name;

    public Node(String name) {
        this.name = name;
    }

    /**
     * Returns the number of elements, {@link #INFINITE_CARDINALITY} or {@link #UNKNOWN_CARDINALITY}, and reads nothing
     * for it.
     */
    public abstract long cardinality();

    /** Returns what is known of the elements. */
    public ElementSpec elementSpec() {
        return ElementSpec.unknown();
    }

    /** What messages call this stage. */
    public final String name() {
        return name;
    }

    /** The node itself, where this one only gives it another name. */
    public Node<T> unnamed() {
        return this;
    }

    /** The stage and its arguments in words, also those that a checkpoint need not compare. */
    public String describe() {
        return signature();
    }

    /** The nodes that this one is made of. */
    public List<Node<?>> inputs() {
        return List.of();
    }

    /** Begins a run of this stage; draws its seeds. Inputs are opened by {@link Run#open}. */
    public abstract Stage<T> open(Run run) throws Exception;

    /** Makes elements again, in the order of {@code marks}, which a stage of this dataset gave. */
    public abstract List<T> recompute(List<ElementLineage> marks, Run run) throws Exception;

    /** The stage and what of it decides the elements: equal where a checkpoint of one fits the other. */
    public abstract String signature();

    /** The signature with the files as they are now, where that of a dataset that was opened has them as they were then. */
    public String signatureNow() {
        return signature();
    }

    /** What of this stage, and of the files that it reads, decides the elements: what a cache in a file compares. */
    public String fingerprint() {
        return signature();
    }

    /** The record that the element with this mark was made of, if there is one. */
    public Optional<SourcePart> origin(ElementLineage mark) {
        // A replayed mark is this stage's own and means nothing to its input.
        return inputs().size() == 1 && !(mark instanceof ElementLineage.Replayed)
                ? inputs().get(0).origin(mark)
                : Optional.empty();
    }

    /** What the seeds of the passes are drawn from, where the stage is random. */
    public Optional<SeedGenerator> seedGenerator() {
        return Optional.empty();
    }

    /** The seeds that the order of the elements follows from. */
    public List<Seed> drawsFrom() {
        return seedGenerator().map(SeedGenerator::seed).stream().toList();
    }

    /** What the iterators of this dataset share, such as the seeds drawn for passes. */
    public State saveShared(Saving saving) {
        return seedGenerator().map(SeedGenerator::save).orElse(State.empty());
    }

    /** Takes back what {@link #saveShared} gave. */
    public void restoreShared(State state, Restoring restoring) {
        seedGenerator().ifPresent(generator -> generator.restore(state));
    }

    /** What takes back {@link #restoreShared}, where a checkpoint proves to be damaged. */
    public Runnable undoShared() {
        return seedGenerator().map(SeedGenerator::undo).orElse(() -> {});
    }

    /** Returns this node with all its passes repeated, if it has a form of its own for that. */
    public Optional<Node<T>> repeated(long times) {
        return Optional.empty();
    }

    /** Returns the elements that this node keeps in memory for later passes, if it keeps any. */
    public Optional<KeptPass> keptPass() {
        return Optional.empty();
    }
}

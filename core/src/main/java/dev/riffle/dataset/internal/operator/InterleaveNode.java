package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.internal.Argument;
import dev.riffle.io.SourcePart;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The elements of several datasets in turn: {@code tf.data.Dataset.interleave}. A function creates a dataset from each
 * element of the input. The cycle length is the number of datasets that are open at a time. Each open dataset delivers
 * a block of elements in its turn. At the next turn of a dataset that has ended, a new dataset replaces it.
 *
 * <p>If the function fails or returns null, the stage throws an exception in place of the dataset's elements. The stage
 * then continues with the next element of the input.
 */
public final class InterleaveNode<S, T> extends UnaryNode<S, T> {

    /** The number of elements that an interleave reads ahead in each open dataset. */
    static final int READ_AHEAD = 16;

    /** The number of open datasets, the number of elements in a turn, and whether the datasets read ahead. */
    record Turns(
            int cycleLength, long blockLength, @Nullable Parallelism parallel) {}

    private final DatasetFunction<? super S, ? extends Node<? extends T>> function;
    private final Turns turns;

    private InterleaveNode(
            String name, Node<S> input, DatasetFunction<? super S, ? extends Node<? extends T>> function, Turns turns) {
        super(name, input);
        this.function = function;
        this.turns = turns;
    }

    public static <S, T> InterleaveNode<S, T> flatMap(
            Node<S> input, DatasetFunction<? super S, ? extends Node<? extends T>> function) {
        return new InterleaveNode<>("flatMap", input, function, new Turns(1, 1, null));
    }

    public static <S, T> InterleaveNode<S, T> of(
            Node<S> input, DatasetFunction<? super S, ? extends Node<? extends T>> function, int cycleLength) {
        int cycle = Parallelism.cycleLength(cycleLength, "cycleLength");
        return new InterleaveNode<>("interleave", input, function, new Turns(cycle, 1, null));
    }

    public InterleaveNode<S, T> blockLength(long blockLength) {
        Argument.positive(blockLength, "blockLength");
        return new InterleaveNode<>(
                name(), input(), function, new Turns(turns.cycleLength, blockLength, turns.parallel));
    }

    public InterleaveNode<S, T> parallel(Parallelism parallel) {
        return new InterleaveNode<>(
                name(), input(), function, new Turns(turns.cycleLength, turns.blockLength, parallel));
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new InterleaveStage<>(this, turns, run);
    }

    /** Returns the dataset that the function creates from an element of the input. */
    @SuppressWarnings("unchecked")
    Node<T> inner(S element) throws Exception {
        // A dataset only returns elements, so the cast from a subtype is safe.
        return (Node<T>) Stage.notNull(function.apply(element));
    }

    @Override
    protected void describe(Description description) {
        if (!name().equals("flatMap")) {
            description.with(turns.cycleLength).with(turns.blockLength);
        }
        if (turns.parallel != null && description.isFor(Description.Purpose.EXPLANATION)) {
            description.then(" in parallel (" + turns.parallel + ")");
        }
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        LineageGroups<ElementLineage> groups = new LineageGroups<>(lineages, lineage -> part(lineage, 0));
        Iterator<S> elements = input().recompute(groups.keys(), run).iterator();
        return groups.recompute(
                (of, group) -> inner(elements.next()).recompute(ElementLineage.eachPart(group, 2, 1), run));
    }

    /**
     * Returns the origin in the inner dataset, or else the origin of the input's element. Creates the inner dataset
     * again only if the input need not run from its beginning. A run from the beginning would cost too much for a
     * message.
     */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        if (isReplayed(part(lineage, 0))) {
            return Optional.empty();
        }
        try (Run run = new Run()) {
            S element = input().recompute(List.of(part(lineage, 0)), run).get(0);
            Optional<SourcePart> inner = inner(element).origin(part(lineage, 1));
            return inner.isPresent() ? inner : input().origin(part(lineage, 0));
        } catch (Exception e) {
            // The caller needs the origin for a message about another failure.
            return Optional.empty();
        }
    }

    private static boolean isReplayed(ElementLineage lineage) {
        return lineage instanceof ElementLineage.Replayed
                || (lineage instanceof ElementLineage.Several several
                        && several.parts().stream().anyMatch(InterleaveNode::isReplayed));
    }

    private static ElementLineage part(ElementLineage lineage, int index) {
        return ElementLineage.part(lineage, 2, index);
    }
}

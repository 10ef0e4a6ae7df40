package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.InputBuffer;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.stage.DatasetFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of a function, one for each element. */
public final class MapNode<S, T> extends UnaryNode<S, T> {

    private final DatasetFunction<? super S, ? extends T> function;
    private final @Nullable Parallelism parallel;

    /** The node of the pipeline that runs this map as its stage; null if this node is in the pipeline. */
    private final @Nullable Node<?> owner;

    public MapNode(Node<S> input, DatasetFunction<? super S, ? extends T> function, @Nullable Parallelism parallel) {
        this(input, function, parallel, null);
    }

    MapNode(
            Node<S> input,
            DatasetFunction<? super S, ? extends T> function,
            @Nullable Parallelism parallel,
            @Nullable Node<?> owner) {
        super(owner == null ? "map" : owner.name(), input);
        this.function = function;
        this.parallel = parallel;
        this.owner = owner;
    }

    /** Returns the node whose time includes the calls of the function. */
    Node<?> timed() {
        return owner == null ? this : owner;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        if (parallel != null) {
            return new ParallelMapStage<>(this, parallel, run);
        }
        return new Stage<>(this, run) {

            private final Stage<S> from = run.open(input());
            private final InputBuffer<S> buffer = cell(new InputBuffer<>(input(), from));
            private boolean isRestored;

            @Override
            public @Nullable T next() throws Exception {
                S element = isRestored ? nextRestored() : from.next();
                if (element == null) {
                    return null;
                }
                try {
                    return notNull(function.apply(element));
                } catch (Exception e) {
                    throw Failures.at(name(), input(), lineage(), e);
                }
            }

            private @Nullable S nextRestored() throws Exception {
                S element = buffer.next();
                isRestored = buffer.hasRestored();
                return element;
            }

            @Override
            public ElementLineage lineage() {
                return buffer.lineage();
            }

            @Override
            public void restore(State state) throws Exception {
                super.restore(state);
                isRestored = buffer.hasRestored();
            }
        };
    }

    T apply(S element) throws Exception {
        return Stage.notNull(function.apply(element));
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    protected void describe(Description description) {
        description.shown(parallel);
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<T> recomputed = new ArrayList<>(lineages.size());
        for (S element : input().recompute(lineages, run)) {
            recomputed.add(apply(element));
        }
        return recomputed;
    }
}

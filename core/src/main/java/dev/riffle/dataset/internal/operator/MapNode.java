package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The results of a function, one for each element. */
final class MapNode<S, T> extends UnaryNode<S, T> {

    /** The elements whose calls a parallel form of this stage has begun. */
    private static final LineageKey<List<SavedElement>> PENDING =
            LineageKey.element("pending").list();

    private final DatasetFunction<? super S, ? extends T> function;
    private final @Nullable Parallelism parallel;

    /** The node of the pipeline that runs this map as its stage; null if this node is in the pipeline. */
    private final @Nullable Node<?> owner;

    MapNode(Node<S> input, DatasetFunction<? super S, ? extends T> function, @Nullable Parallelism parallel) {
        this(input, function, parallel, null);
    }

    MapNode(
            Node<S> input,
            DatasetFunction<? super S, ? extends T> function,
            @Nullable Parallelism parallel,
            @Nullable Node<?> owner) {
        super("map", input);
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
        return parallel == null ? new Running(run) : new ParallelMapStage<>(this, parallel, run);
    }

    T apply(S element) throws Exception {
        return Stage.notNull(function.apply(element));
    }

    /** Adds the elements whose calls a stage has begun to its state. */
    static State save(State state, Iterable<? extends BufferedElement<?>> pending, Saving saving) {
        return BufferedElement.save(state, PENDING, pending, saving);
    }

    /** Restores the elements that {@link #save} added. */
    List<BufferedElement<S>> pending(State state, Restoring restoring, Run run) throws Exception {
        return BufferedElement.restore(state.get(PENDING, restoring), input(), run);
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
    public String signature() {
        return "map";
    }

    @Override
    public String describe() {
        return parallel == null ? "map" : "map(" + parallel + ")";
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<T> recomputed = new ArrayList<>(lineages.size());
        for (S element : input().recompute(lineages, run)) {
            recomputed.add(apply(element));
        }
        return recomputed;
    }

    private final class Running extends UnaryStage<S, T> {

        private final Run run;

        /** The elements whose calls a parallel form of this stage had begun before a checkpoint, or null. */
        private @Nullable Queue<BufferedElement<S>> restored;

        private @Nullable BufferedElement<S> delivered;

        Running(Run run) throws Exception {
            super(MapNode.this, run);
            this.run = run;
        }

        @Override
        @Nullable
        public T next() throws Exception {
            S element = restored == null ? input().next() : nextRestored(restored);
            if (element == null) {
                return null;
            }
            try {
                return notNull(function.apply(element));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failureAt(e);
            } catch (Exception e) {
                throw failureAt(e);
            }
        }

        private DatasetException failureAt(Exception cause) {
            return Failures.of(name(), MapNode.this.input().origin(lineage()).orElse(null), cause);
        }

        private @Nullable S nextRestored(Queue<BufferedElement<S>> queue) throws Exception {
            delivered = queue.poll();
            if (delivered == null) {
                restored = null;
                return input().next();
            }
            return delivered.get();
        }

        @Override
        public ElementLineage lineage() {
            return delivered == null ? super.lineage() : BufferedElement.lineageOf(delivered);
        }

        @Override
        public State save(Saving saving) {
            return MapNode.save(super.save(saving), restored == null ? List.of() : restored, saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            Queue<BufferedElement<S>> pending = new ArrayDeque<>(pending(state, restoring, run));
            restored = pending.isEmpty() ? null : pending;
            super.restore(state, restoring);
        }
    }
}

package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.ReplayCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.Pair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The running results of a function. A checkpoint cannot hold the function's state, which is an object of the caller.
 * The checkpoint holds the start of the scan and the number of elements read. After a checkpoint, a new run of the scan
 * computes the state again. It also computes the elements that other stages hold.
 */
public final class ScanNode<S, T, R> extends UnaryNode<T, R> {

    private final S initialState;
    private final DatasetBiFunction<? super S, ? super T, Pair<S, R>> function;

    public ScanNode(Node<T> input, S initialState, DatasetBiFunction<? super S, ? super T, Pair<S, R>> function) {
        super("scan", input);
        this.initialState = Stage.notNull(initialState);
        this.function = function;
    }

    @Override
    public Stage<R> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            private final ReplayCell at = cell(new ReplayCell(Replay.start(ScanNode.this.input(), input(), run())));
            private S state = initialState;

            @Override
            public @Nullable R next() throws Exception {
                T element = input().next();
                if (element == null) {
                    return null;
                }
                at.read++;
                try {
                    Pair<S, R> made = checked(function.apply(state, element));
                    state = made.first();
                    return made.second();
                } catch (Exception e) {
                    throw failure(e);
                }
            }

            @Override
            public ElementLineage lineage() {
                return at.lineage(at.read);
            }

            @Override
            public void restore(State saved) throws Exception {
                super.restore(saved);
                Replaying replaying = new Replaying(Set.of());
                Replay.elements(ScanNode.this.input(), at.start(), at.read, run(), replaying::take);
                state = replaying.state;
            }
        };
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public List<R> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return new LineageGroups<>(
                        lineages, lineage -> ElementLineage.replayed(lineage).start())
                .recompute((start, group) -> {
                    NavigableSet<Long> wanted = Replay.indexes(group);
                    Replaying replaying = new Replaying(wanted);
                    Replay.elements(input(), start, wanted.last(), run, replaying::take);
                    return group.stream().map(replaying::made).toList();
                });
    }

    /** Runs a scan again and keeps the requested results. */
    private final class Replaying {

        private final Set<Long> wanted;
        private final Map<Long, R> made = new HashMap<>();
        private S state = initialState;
        private long read;

        Replaying(Set<Long> wanted) {
            this.wanted = wanted;
        }

        void take(T element) {
            read++;
            Pair<S, R> next;
            try {
                next = checked(function.apply(state, element));
            } catch (Exception e) {
                return;
            }
            state = next.first();
            if (wanted.contains(read)) {
                made.put(read, next.second());
            }
        }

        R made(ElementLineage lineage) {
            long index = ElementLineage.replayed(lineage).index();
            R result = made.get(index);
            if (result == null) {
                throw CheckpointFailures.changed(name() + ": element not found: " + index, null);
            }
            return result;
        }
    }

    private static <S, R> Pair<S, R> checked(Pair<S, R> made) {
        Stage.notNull(Stage.notNull(made).first());
        Stage.notNull(made.second());
        return made;
    }
}

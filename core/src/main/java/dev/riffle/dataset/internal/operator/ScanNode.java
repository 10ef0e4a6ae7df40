package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.Pair;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The running results of a function. A checkpoint cannot hold the function's state, which is an object of the caller.
 * The checkpoint holds the start of the scan and the number of elements read. After a checkpoint, a new run of the scan
 * computes the state again. It also computes the elements that other stages hold.
 */
final class ScanNode<S, T, R> extends UnaryNode<T, R> {

    private final S initialState;
    private final DatasetBiFunction<? super S, ? super T, Pair<S, R>> function;

    ScanNode(Node<T> input, S initialState, DatasetBiFunction<? super S, ? super T, Pair<S, R>> function) {
        super("scan", input);
        this.initialState = Stage.notNull(initialState);
        this.function = function;
    }

    @Override
    public Stage<R> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public String signature() {
        return "scan";
    }

    @Override
    public List<R> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        IdentityHashMap<ReplayStart, Map<Long, @Nullable R>> wanted = new IdentityHashMap<>();
        for (ElementLineage lineage : lineages) {
            ElementLineage.Replayed replayed = ElementLineage.replayed(lineage);
            wanted.computeIfAbsent(replayed.start(), start -> new LinkedHashMap<>())
                    .put(replayed.index(), null);
        }
        for (Map.Entry<ReplayStart, Map<Long, @Nullable R>> entry : wanted.entrySet()) {
            Map<Long, @Nullable R> made = entry.getValue();
            long last = made.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
            Replaying replaying = new Replaying(made);
            Replay.elements(input(), entry.getKey(), last, run, replaying::take);
        }
        List<R> recomputed = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            ElementLineage.Replayed replayed = ElementLineage.replayed(lineage);
            Map<Long, @Nullable R> made = Objects.requireNonNull(wanted.get(replayed.start()));
            R element = made.get(replayed.index());
            if (element == null) {
                throw CheckpointFailures.changed(name() + ": element not found: " + replayed.index(), null);
            }
            recomputed.add(element);
        }
        return recomputed;
    }

    /** Runs a scan again and keeps the requested results. */
    private final class Replaying {

        private final Map<Long, @Nullable R> wanted;
        private S state = initialState;
        private long read;

        Replaying(Map<Long, @Nullable R> wanted) {
            this.wanted = wanted;
        }

        void take(T element) {
            read++;
            Pair<S, R> made;
            try {
                made = checked(function.apply(state, element));
            } catch (Exception e) {
                return;
            }
            state = made.first();
            if (wanted.containsKey(read)) {
                wanted.put(read, made.second());
            }
        }
    }

    private static <S, R> Pair<S, R> checked(Pair<S, R> made) {
        Stage.notNull(Stage.notNull(made).first());
        Stage.notNull(made.second());
        return made;
    }

    private final class Running extends UnaryStage<T, R> {

        private static final LineageKey<ElementLineage.Replayed> AT = LineageKey.replayed("at");

        private final Run run;
        private ReplayStart start;
        private S state = initialState;
        private long read;

        Running(Run run) throws Exception {
            super(ScanNode.this, run);
            this.run = run;
            this.start = Replay.start(ScanNode.this.input(), input(), run);
        }

        @Override
        @Nullable
        public R next() throws Exception {
            T element = input().next();
            if (element == null) {
                return null;
            }
            read++;
            try {
                Pair<S, R> made = checked(function.apply(state, element));
                state = made.first();
                return made.second();
            } catch (Exception e) {
                throw failure(ScanNode.this, e);
            }
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Replayed(start, read);
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving).with(AT, new ElementLineage.Replayed(start, read), saving);
        }

        @Override
        public void restore(State saved, Restoring restoring) throws Exception {
            super.restore(saved, restoring);
            ElementLineage.Replayed at = saved.get(AT, restoring);
            start = at.start();
            read = at.index();
            Replaying replaying = new Replaying(Map.of());
            Replay.elements(ScanNode.this.input(), start, read, run, replaying::take);
            state = replaying.state;
        }
    }
}

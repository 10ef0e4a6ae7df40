package dev.riffle.dataset;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What a function makes of each element. */
final class MapDataset<S, T> extends UnaryNode<S, T> {

    private final DatasetFunction<? super S, ? extends T> function;
    private final @Nullable Parallelism parallel;

    MapDataset(Node<S> input, DatasetFunction<? super S, ? extends T> function, @Nullable Parallelism parallel) {
        super("map", input);
        this.function = function;
        this.parallel = parallel;
    }

    @Override
    Stage<T> open(Run run) throws Exception {
        return parallel == null ? new Running(run) : new ParallelMapStage<>(this, parallel, run);
    }

    T apply(S element) throws Exception {
        return Stage.notNull(function.apply(element));
    }

    @Override
    long cardinality() {
        return input().cardinality();
    }

    @Override
    String signature() {
        return "map";
    }

    @Override
    String describe() {
        return parallel == null ? "map" : "map(" + parallel + ")";
    }

    @Override
    List<T> remake(List<Mark> marks, Run run) throws Exception {
        List<T> remade = new ArrayList<>(marks.size());
        for (S element : input().remake(marks, run)) {
            remade.add(apply(element));
        }
        return remade;
    }

    private final class Running extends UnaryStage<S, T> {

        private final Run run;

        /** What a parallel form of this stage had begun; null when there is nothing. */
        private @Nullable Queue<Ahead<S>> restored;

        private @Nullable Ahead<S> given;

        Running(Run run) throws Exception {
            super(MapDataset.this, run);
            this.run = run;
        }

        @Override
        @Nullable
        T next() throws Exception {
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
            return Failures.of(
                    name(), MapDataset.this.input().origin(mark()).orElse(null), cause);
        }

        private @Nullable S nextRestored(Queue<Ahead<S>> queue) throws Exception {
            given = queue.poll();
            if (given == null) {
                restored = null;
                return input().next();
            }
            return given.get();
        }

        @Override
        Mark mark() {
            return given == null ? super.mark() : Ahead.markOf(given);
        }

        @Override
        State save(Saving saving) {
            return Ahead.save(super.save(saving), "pending", restored == null ? List.of() : restored, saving);
        }

        @Override
        void restore(State state, Restoring restoring) throws Exception {
            Queue<Ahead<S>> pending =
                    new ArrayDeque<>(Ahead.restore(state, "pending", restoring, MapDataset.this.input(), run));
            restored = pending.isEmpty() ? null : pending;
            super.restore(state, restoring);
        }
    }
}

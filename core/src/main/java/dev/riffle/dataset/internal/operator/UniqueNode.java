package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of the input without repetition: the first of equal elements. A checkpoint does not contain the earlier
 * elements. A resumed run reads these elements again.
 */
final class UniqueNode<T> extends PassingNode<T> {

    UniqueNode(Node<T> input) {
        super("unique", input);
        UniqueKey.check(input.elementSpec());
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    public String signature() {
        return "unique";
    }

    private final class Running extends UnaryStage<T, T> {

        private static final LineageKey<ElementLineage.Replayed> AT = LineageKey.replayed("at");

        private final Run run;
        private final Set<Object> seen = new HashSet<>();
        private ReplayStart start;
        private long read;

        Running(Run run) throws Exception {
            super(UniqueNode.this, run);
            this.run = run;
            this.start = Replay.start(UniqueNode.this.input(), input(), run);
        }

        @Override
        @Nullable
        public T next() throws Exception {
            for (T element = input().next(); element != null; element = input().next()) {
                read++;
                Object key;
                try {
                    key = UniqueKey.of(element);
                } catch (IllegalArgumentException e) {
                    throw failure(UniqueNode.this, e);
                }
                if (seen.add(key)) {
                    return element;
                }
            }
            return null;
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving).with(AT, new ElementLineage.Replayed(start, read), saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            ElementLineage.Replayed at = state.get(AT, restoring);
            start = at.start();
            read = at.index();
            Replay.elements(UniqueNode.this.input(), start, read, run, this::add);
        }

        /**
         * Records an element from before the checkpoint. Ignores an element of a wrong type, which already failed in
         * the earlier run.
         */
        private void add(T element) {
            try {
                seen.add(UniqueKey.of(element));
            } catch (IllegalArgumentException e) {
                return;
            }
        }
    }
}

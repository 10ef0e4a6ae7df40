package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetPredicate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The elements before the first element for which a condition does not hold. */
final class TakeWhileNode<T> extends PassingNode<T> {

    private final DatasetPredicate<? super T> predicate;

    TakeWhileNode(Node<T> input, DatasetPredicate<? super T> predicate) {
        super("takeWhile", input);
        this.predicate = predicate;
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
        return "takeWhile";
    }

    private final class Running extends UnaryStage<T, T> {

        /** The state of the open input; empty after the last element. */
        private static final StateKey<Optional<State>> OPEN =
                StateKey.state("open").optional();

        private boolean ended;

        Running(Run run) throws Exception {
            super(TakeWhileNode.this, run);
        }

        @Override
        @Nullable
        public T next() throws Exception {
            if (ended) {
                return null;
            }
            T element = input().next();
            if (element != null && test(element)) {
                return element;
            }
            ended = true;
            // Closes the input, which may have open files that this stage does not read to the end.
            close();
            return null;
        }

        private boolean test(T element) {
            try {
                return predicate.test(element);
            } catch (Exception e) {
                throw failure(TakeWhileNode.this, e);
            }
        }

        @Override
        public State save(Saving saving) {
            return State.empty().with(OPEN, ended ? Optional.empty() : Optional.of(super.save(saving)));
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            Optional<State> saved = state.get(OPEN);
            ended = saved.isEmpty();
            if (saved.isPresent()) {
                super.restore(saved.get(), restoring);
            }
        }
    }
}

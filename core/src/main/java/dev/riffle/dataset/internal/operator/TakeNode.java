package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import org.jspecify.annotations.Nullable;

/** The first elements of the input. */
final class TakeNode<T> extends PassingNode<T> {

    private final long count;

    TakeNode(Node<T> input, long count) {
        super("take", input);
        this.count = count;
    }

    /**
     * Starts a run of this stage. If it returns no element, does not open the input, so that no earlier stage draws a
     * seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        return count == 0 ? new EmptyStage<>(this) : new Running(run);
    }

    @Override
    public long cardinality() {
        long size = input().cardinality();
        return size == UNKNOWN_CARDINALITY ? size : size == INFINITE_CARDINALITY ? count : Math.min(size, count);
    }

    @Override
    public String signature() {
        return "take(" + count + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        private static final StateKey<Long> TAKEN = StateKey.count("taken");

        private long taken;

        Running(Run run) throws Exception {
            super(TakeNode.this, run);
        }

        @Override
        @Nullable
        public T next() throws Exception {
            if (taken == count) {
                // Closes the input, which may have open files that this stage does not read to the end.
                close();
                return null;
            }
            T element = input().next();
            if (element != null) {
                taken++;
            }
            return element;
        }

        @Override
        public State save(Saving saving) {
            // The stage does not read the input after the last element.
            return (taken == count ? State.empty() : super.save(saving)).with(TAKEN, taken);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            taken = state.count(TAKEN, count);
            if (taken != count) {
                super.restore(state, restoring);
            }
        }
    }
}

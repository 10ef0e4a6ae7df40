package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import org.jspecify.annotations.Nullable;

/** Checks the number of elements of the input. Returns the elements unchanged. */
final class AssertCardinalityNode<T> extends PassingNode<T> {

    private final long expected;

    AssertCardinalityNode(Node<T> input, long expected) {
        super("assertCardinality", input);
        if (expected < INFINITE_CARDINALITY) {
            throw new IllegalArgumentException("expected must not be negative, except -1 (infinite): " + expected);
        }
        this.expected = expected;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return expected;
    }

    @Override
    public String signature() {
        return "assertCardinality(" + expected + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        private static final StateKey<Long> GIVEN = StateKey.count("given");
        private static final StateKey<Boolean> ENDED = StateKey.flag("ended");

        private long delivered;
        private boolean ended;

        Running(Run run) throws Exception {
            super(AssertCardinalityNode.this, run);
        }

        @Override
        @Nullable
        public T next() throws Exception {
            if (ended) {
                return null;
            }
            T element = input().next();
            if (element == null) {
                ended = true;
                if (delivered != expected) {
                    throw failure("only " + delivered);
                }
            } else if (delivered == expected) {
                ended = true;
                throw failure("at least " + (delivered + 1));
            } else {
                delivered++;
            }
            return element;
        }

        private DatasetException failure(String found) {
            String wanted = expected == INFINITE_CARDINALITY ? "infinitely many" : Long.toString(expected);
            return Failures.failure(name(), null, "expected " + wanted + " elements, found " + found, null);
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving).with(GIVEN, delivered).with(ENDED, ended);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            delivered = state.get(GIVEN);
            ended = state.get(ENDED);
        }
    }
}

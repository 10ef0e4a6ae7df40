package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import org.jspecify.annotations.Nullable;

/** Every n-th element of the input. */
final class ShardNode<T> extends PassingNode<T> {

    private final long numShards;
    private final long index;

    private ShardNode(Node<T> input, long numShards, long index) {
        super("shard", input);
        this.numShards = numShards;
        this.index = index;
    }

    static <T> Node<T> of(Node<T> input, long numShards, long index) {
        if (numShards < 1) {
            throw new IllegalArgumentException("numShards must be positive: " + numShards);
        }
        if (index < 0 || index >= numShards) {
            throw new IllegalArgumentException("index must be from 0 to " + (numShards - 1) + ": " + index);
        }
        return numShards == 1 ? input : new ShardNode<>(input, numShards, index);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering().shard(numShards, index);
    }

    @Override
    public long cardinality() {
        long size = input().cardinality();
        return size < 0 ? size : size / numShards + (index < size % numShards ? 1 : 0);
    }

    @Override
    public String signature() {
        return "shard(" + numShards + ", " + index + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        private static final StateKey<Long> PLACE = StateKey.count("place");

        /** The number of the shard of the next element. */
        private long place;

        Running(Run run) throws Exception {
            super(ShardNode.this, run);
        }

        @Override
        @Nullable
        public T next() throws Exception {
            for (T element = input().next(); element != null; element = input().next()) {
                boolean isOurs = place == index;
                place = place + 1 == numShards ? 0 : place + 1;
                if (isOurs) {
                    return element;
                }
            }
            return null;
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving).with(PLACE, place);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            place = state.get(PLACE);
        }
    }
}

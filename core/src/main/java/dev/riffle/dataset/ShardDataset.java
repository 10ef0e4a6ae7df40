package dev.riffle.dataset;

import org.jspecify.annotations.Nullable;

/** Every n-th element. */
final class ShardDataset<T> extends PassingNode<T> {

    private final long numShards;
    private final long index;

    private ShardDataset(Node<T> input, long numShards, long index) {
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
        return numShards == 1 ? input : new ShardDataset<>(input, numShards, index);
    }

    @Override
    Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    long cardinality() {
        long size = input().cardinality();
        return size < 0 ? size : size / numShards + (index < size % numShards ? 1 : 0);
    }

    @Override
    String signature() {
        return "shard(" + numShards + ", " + index + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        /** The place among the shards of the next element. */
        private long place;

        Running(Run run) throws Exception {
            super(ShardDataset.this, run);
        }

        @Override
        @Nullable
        T next() throws Exception {
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
        State save(Saving saving) {
            return super.save(saving).with("place", place);
        }

        @Override
        void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            place = state.number("place");
        }
    }
}

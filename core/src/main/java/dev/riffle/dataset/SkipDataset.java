package dev.riffle.dataset;

import org.jspecify.annotations.Nullable;

/** All but the first elements. */
final class SkipDataset<T> extends PassingNode<T> {

    private final long count;

    SkipDataset(Node<T> input, long count) {
        super("skip", input);
        this.count = Math.max(-1, count);
    }

    /** Nothing is opened where nothing is wanted, so that no stage before draws a seed. */
    @Override
    Stage<T> open(Run run) throws Exception {
        return count < 0 ? new EmptyStage<>(this) : new Running(run);
    }

    @Override
    long cardinality() {
        long size = input().cardinality();
        if (size < 0) {
            return size;
        }
        return count < 0 ? 0 : Math.max(0, size - count);
    }

    @Override
    String signature() {
        return "skip(" + count + ")";
    }

    private final class Running extends UnaryStage<T, T> {

        private long skipped;

        Running(Run run) throws Exception {
            super(SkipDataset.this, run);
        }

        @Override
        @Nullable
        T next() throws Exception {
            while (skipped < count) {
                if (input().next() == null) {
                    return null;
                }
                skipped++;
            }
            return input().next();
        }

        @Override
        State save(Saving saving) {
            return super.save(saving).with("skipped", skipped);
        }

        @Override
        void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            skipped = state.number("skipped");
        }
    }
}

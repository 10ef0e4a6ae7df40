package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first elements of the input. */
public final class TakeNode<T> extends PassingNode<T> {

    private final long count;

    public TakeNode(Node<T> input, long count) {
        super("take", input);
        this.count = count;
    }

    /**
     * Starts a run of this stage. If it returns no element, does not open the input, so that no earlier stage draws a
     * seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        if (count == 0) {
            return new EmptyStage<>(this, run);
        }
        return new Stage<>(this, run) {

            private final LongCell taken = count("taken", count);
            private final InputCell<T> input = closableInput("input", input());
            private final Stage<T> from = input.present();
            private boolean isClosed;

            @Override
            public @Nullable T next() throws Exception {
                T element = isClosed || taken.value == count ? null : from.next();
                if (element == null) {
                    // The input may have open files that this stage does not read to the end.
                    input.close();
                    isClosed = true;
                } else {
                    taken.value++;
                }
                return element;
            }

            @Override
            public ElementLineage lineage() {
                return from.lineage();
            }

            @Override
            public void restore(State state) throws Exception {
                super.restore(state);
                isClosed = !input.isOpen();
            }
        };
    }

    @Override
    public long cardinality() {
        long size = input().cardinality();
        // The unknown cardinality is less than each count.
        return size == INFINITE_CARDINALITY ? count : Math.min(size, count);
    }

    @Override
    protected void describe(Description description) {
        description.with(count);
    }

    /** Returns empty, because the stage ends after its count. */
    @Override
    public Optional<Node<?>> endlessStage() {
        return Optional.empty();
    }
}

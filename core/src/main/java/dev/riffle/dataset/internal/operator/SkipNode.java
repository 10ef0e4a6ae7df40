package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import org.jspecify.annotations.Nullable;

/** The elements of the input after the first {@code count} elements. */
public final class SkipNode<T> extends PassingNode<T> {

    private final long count;

    public SkipNode(Node<T> input, long count) {
        super("skip", input);
        this.count = Math.max(-1, count);
    }

    /**
     * Starts a run of this stage. If no element remains, does not open the input, so that no earlier stage draws a
     * seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        return count < 0
                ? new EmptyStage<>(this, run)
                : new UnaryStage<>(this, run) {

                    private final LongCell skipped = count("skipped", count);

                    @Override
                    public @Nullable T next() throws Exception {
                        while (skipped.value < count) {
                            if (input().next() == null) {
                                return null;
                            }
                            skipped.value++;
                        }
                        return input().next();
                    }
                };
    }

    @Override
    public long cardinality() {
        long size = input().cardinality();
        if (size < 0) {
            return size;
        }
        return count < 0 ? 0 : Math.max(0, size - count);
    }

    @Override
    protected void describe(Description description) {
        description.with(count);
    }
}

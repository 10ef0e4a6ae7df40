package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivers its input, but reports one interruption before an element, as if the consumer was interrupted while it
 * waited.
 */
final class InterruptedOnceNode<T> extends PassingNode<T> {

    private final long before;
    private boolean done;

    InterruptedOnceNode(Node<T> input, long before) {
        super("interruptedOnce", input);
        this.before = before;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<T, T>(this, run) {

            private long delivered;

            @Override
            @Nullable
            public T next() throws Exception {
                if (delivered == before && !done) {
                    done = true;
                    throw interrupted(new InterruptedException());
                }
                delivered++;
                return input().next();
            }
        };
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    /**
     * Returns the outcomes of a run whose consumer continues after the interruption. If {@code resumed} is true, the
     * consumer continues from a checkpoint saved after the interruption.
     */
    static List<String> outcomesAfterInterruption(Dataset<?> dataset, boolean resumed) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            List<String> delivered = new java.util.ArrayList<>();
            while (iterator.hasNext()) {
                try {
                    delivered.add(String.valueOf(iterator.next()));
                } catch (DatasetException e) {
                    if (!Thread.interrupted()) {
                        delivered.add("! " + e.getMessage());
                    } else if (resumed) {
                        Checkpoint checkpoint =
                                Checkpoint.parse(iterator.checkpoint().toString());
                        try (DatasetIterator<?> second = dataset.resume(checkpoint)) {
                            delivered.addAll(Trace.of(second));
                            return delivered;
                        }
                    }
                }
            }
            return delivered;
        }
    }
}

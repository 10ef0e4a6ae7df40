package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.ConsumerSignal;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.ReadAhead;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.internal.Argument;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The elements of the input. The stage prepares elements ahead of the consumer. */
public final class PrefetchNode<T> extends PassingNode<T> {

    /**
     * The default size of the buffer: large enough for varying times of elements, and small enough for elements that
     * are batches.
     */
    private static final int CHOSEN = 16;

    private final int bufferSize;
    private final @Nullable Executor executor;

    private PrefetchNode(Node<T> input, int bufferSize, @Nullable Executor executor) {
        super("prefetch", input);
        this.bufferSize = bufferSize;
        this.executor = executor;
    }

    public static <T> Node<T> of(Node<T> input, int bufferSize, @Nullable Executor executor) {
        if (bufferSize == 0) {
            return input;
        }
        Argument.positiveOrChosen(bufferSize, CHOSEN, "bufferSize");
        return new PrefetchNode<>(input, bufferSize, executor);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Stage<>(this, run) {

            private final ReadAhead<T> ahead = cell(new ReadAhead<>(
                    input(),
                    run.open(input()),
                    executor == null ? run.threads(1) : executor,
                    bufferSize == -1 ? CHOSEN : bufferSize,
                    new ConsumerSignal()));

            @Override
            public @Nullable T next() throws Exception {
                try {
                    return ahead.next();
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }

            @Override
            public ElementLineage lineage() {
                return ahead.lineage();
            }
        };
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    protected void describe(Description description) {
        description
                .shown(bufferSize == -1 ? CHOSEN + ", chosen" : bufferSize)
                .shown(executor == null ? null : "the caller's executor");
    }
}

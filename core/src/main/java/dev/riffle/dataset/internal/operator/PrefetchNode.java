package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.ConsumerSignal;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.ReadAhead;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The elements of the input. The stage prepares elements ahead of the consumer. */
final class PrefetchNode<T> extends PassingNode<T> {

    /**
     * The default size of the buffer: large enough for varying times of elements, and small enough for elements that
     * are batches.
     */
    private static final int CHOSEN = 16;

    private final int bufferSize;
    private final @Nullable Executor executor;

    PrefetchNode(Node<T> input, int bufferSize, @Nullable Executor executor) {
        super("prefetch", input);
        this.bufferSize = bufferSize;
        this.executor = executor;
    }

    static <T> Node<T> of(Node<T> input, int bufferSize, @Nullable Executor executor) {
        if (bufferSize < -1) {
            throw new IllegalArgumentException(
                    "bufferSize must not be negative, except -1 (Riffle chooses): " + bufferSize);
        }
        return bufferSize == 0 ? input : new PrefetchNode<>(input, bufferSize, executor);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public String signature() {
        return "prefetch";
    }

    @Override
    public String describe() {
        return "prefetch(" + (bufferSize == -1 ? CHOSEN + ", chosen" : bufferSize)
                + (executor == null ? "" : ", the caller's executor") + ")";
    }

    private final class Running extends Stage<T> {

        private final Run run;
        private final Stage<T> input;
        private final ReadAhead<T> ahead;
        private @Nullable BufferedElement<T> delivered;

        Running(Run run) throws Exception {
            super(PrefetchNode.this);
            this.run = run;
            this.input = run.open(input());
            this.ahead = new ReadAhead<>(
                    input,
                    executor == null ? run.threads(1) : executor,
                    bufferSize == -1 ? CHOSEN : bufferSize,
                    new ConsumerSignal());
        }

        @Override
        @Nullable
        public T next() throws Exception {
            try {
                delivered = ahead.take();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            return delivered == null ? null : delivered.get();
        }

        @Override
        public ElementLineage lineage() {
            return BufferedElement.lineageOf(delivered);
        }

        @Override
        public State save(Saving saving) {
            return ahead.save(saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            ahead.restore(ReadAhead.restoredBuffer(state, restoring, input(), run));
            ReadAhead.restoreInput(state, restoring, input);
        }

        @Override
        public void close() throws IOException {
            ahead.close();
        }
    }
}

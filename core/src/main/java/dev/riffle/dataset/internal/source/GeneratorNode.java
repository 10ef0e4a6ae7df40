package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a generator. Each pass calls the generator again. To compute elements again, or to find a position,
 * the node runs the generator from the beginning.
 */
public final class GeneratorNode<T> extends Node<T> {

    private final Callable<? extends Iterator<? extends T>> generator;

    public GeneratorNode(Callable<? extends Iterator<? extends T>> generator) {
        super("fromGenerator");
        this.generator = generator;
    }

    @Override
    public Stage<T> open(Run run) {
        return new Running(run);
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return Replay.recompute(this, lineages, run);
    }

    private final class Running extends Stage<T> {

        /**
         * The number of elements that the stage has requested from the generator, and the number that it has delivered.
         */
        private final LongCell requested = count("requested");

        private final LongCell delivered = count("delivered");
        private final FlagCell ended = flag("ended");
        private @Nullable Iterator<? extends T> elements;
        private @Nullable State start;

        Running(Run run) {
            super(GeneratorNode.this, run);
        }

        @Override
        public @Nullable T next() throws Exception {
            if (ended.value) {
                return null;
            }
            try {
                return ask(generated());
            } catch (Exception e) {
                // Ends the stage. Otherwise the stage would call a failing generator repeatedly.
                ended.value = elements == null;
                throw Failures.of(name(), null, e);
            }
        }

        private Iterator<? extends T> generated() throws Exception {
            Iterator<? extends T> generated = elements;
            if (generated == null) {
                generated = notNull(generator.call());
                elements = generated;
            }
            return generated;
        }

        private @Nullable T ask(Iterator<? extends T> generated) {
            requested.value++;
            if (!generated.hasNext()) {
                ended.value = true;
                return null;
            }
            T element = notNull(generated.next());
            delivered.value++;
            return element;
        }

        @Override
        public ElementLineage lineage() {
            State beginning = start;
            if (beginning == null) {
                beginning = Replay.start(GeneratorNode.this, new Running(run()), run());
                start = beginning;
            }
            return new ElementLineage.Replayed(beginning, delivered.value - 1);
        }

        /**
         * Skips the elements that the earlier run delivered. The earlier run has already reported their failures. If a
         * failure does not occur again, the number of elements differs.
         */
        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            long wanted = delivered.value;
            long times = requested.value;
            if (ended.value) {
                return;
            }
            delivered.value = 0;
            requested.value = 0;
            Exception last = null;
            while (requested.value < times && !ended.value) {
                Iterator<? extends T> generated = generated();
                try {
                    ask(generated);
                } catch (Exception e) {
                    last = e;
                }
            }
            if (delivered.value != wanted || requested.value != times) {
                throw CheckpointFailures.changed(
                        "expected " + wanted + " elements of " + name() + ", found " + delivered.value
                                + ": the source has changed",
                        last);
            }
        }

        @Override
        public void close() throws IOException {
            Iterator<? extends T> generated = elements;
            ended.value = true;
            if (generated instanceof AutoCloseable closeable) {
                elements = null;
                try {
                    closeable.close();
                } catch (IOException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IOException(e);
                }
            }
        }
    }
}

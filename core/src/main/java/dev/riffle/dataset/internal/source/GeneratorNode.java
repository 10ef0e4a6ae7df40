package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.ReplayedElements;
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
final class GeneratorNode<T> extends Node<T> {

    private final Callable<? extends Iterator<? extends T>> generator;

    GeneratorNode(Callable<? extends Iterator<? extends T>> generator) {
        super("fromGenerator");
        this.generator = generator;
    }

    @Override
    public Stage<T> open(Run run) {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    public String signature() {
        return "fromGenerator";
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return ReplayedElements.recompute(this, lineages, run);
    }

    private final class Running extends Stage<T> {

        private static final StateKey<Long> ASKED = StateKey.count("asked");
        private static final StateKey<Long> GIVEN = StateKey.count("given");
        private static final StateKey<Boolean> ENDED = StateKey.flag("ended");

        private final Run run;
        private @Nullable Iterator<? extends T> elements;
        private @Nullable ReplayStart start;

        /**
         * The number of elements that the stage has requested from the generator, and the number that it has delivered.
         */
        private long requested;

        private long delivered;
        private boolean ended;

        Running(Run run) {
            super(GeneratorNode.this);
            this.run = run;
        }

        @Override
        @Nullable
        public T next() throws Exception {
            if (ended) {
                return null;
            }
            try {
                return ask(generated());
            } catch (Exception e) {
                // Ends the stage. Otherwise the stage would call a failing generator repeatedly.
                ended = elements == null;
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
            requested++;
            if (!generated.hasNext()) {
                ended = true;
                return null;
            }
            T element = notNull(generated.next());
            delivered++;
            return element;
        }

        @Override
        public ElementLineage lineage() {
            ReplayStart beginning = start;
            if (beginning == null) {
                beginning = Replay.start(GeneratorNode.this, new Running(run), run);
                start = beginning;
            }
            return new ElementLineage.Replayed(beginning, delivered - 1);
        }

        @Override
        public State save(Saving saving) {
            return State.empty().with(ASKED, requested).with(GIVEN, delivered).with(ENDED, ended);
        }

        /**
         * Skips the elements that the earlier run delivered. The earlier run has already reported their failures. If a
         * failure does not occur again, the number of elements differs.
         */
        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            long wanted = state.get(GIVEN);
            long times = state.get(ASKED);
            Exception last = null;
            if (state.get(ENDED)) {
                requested = times;
                delivered = wanted;
                ended = true;
            }
            while (requested < times && !ended) {
                Iterator<? extends T> generated = generated();
                try {
                    ask(generated);
                } catch (Exception e) {
                    last = e;
                }
            }
            if (delivered != wanted || requested != times) {
                throw CheckpointFailures.changed(
                        "expected " + wanted + " elements of " + name() + ", found " + delivered
                                + ": the source has changed",
                        last);
            }
        }

        @Override
        public void close() throws IOException {
            Iterator<? extends T> generated = elements;
            ended = true;
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

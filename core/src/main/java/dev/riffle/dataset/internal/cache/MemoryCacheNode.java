package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.KeptPass;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.ReplayedElements;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.stage.ElementSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the elements of the first full pass. Each iterator decides at its opening whether to fill or to read the cache.
 * A pass is full when it reaches the end, or the number of elements that the cardinality states.
 */
final class MemoryCacheNode<T> extends UnaryNode<T, T> implements KeptPass {

    /** The elements of the first full pass; empty before the end of this pass. */
    private static final StateKey<Optional<State>> CONTENT =
            StateKey.state("content").optional();

    private final AtomicReference<@Nullable CacheContent<T>> shared = new AtomicReference<>();

    MemoryCacheNode(Node<T> input) {
        super("cache", input);
    }

    @Override
    public Optional<KeptPass> keptPass() {
        return Optional.of(this);
    }

    @Override
    public boolean isFilled(Run run) {
        return run.content(shared).get() != null;
    }

    @Override
    public void forget(Run replaying) {
        replaying.content(shared).set(null);
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
    public ElementSpec elementSpec() {
        return input().elementSpec();
    }

    @Override
    public String signature() {
        return "cache";
    }

    @Override
    public State saveShared(Saving saving) {
        CacheContent<T> content = shared.get();
        return State.empty().with(CONTENT, Optional.ofNullable(content).map(kept -> kept.save(saving)));
    }

    @Override
    public void restoreShared(State state, Restoring restoring) {
        Optional<State> saved = state.get(CONTENT);
        shared.set(saved.isEmpty() ? null : known(CacheContent.restored(saved.get(), restoring)));
    }

    @Override
    public Runnable undoShared() {
        CacheContent<T> before = shared.get();
        return () -> shared.set(before);
    }

    /** Returns the shared content if it equals {@code wanted}, or else {@code wanted}. */
    private CacheContent<T> known(CacheContent<T> wanted) {
        CacheContent<T> present = shared.get();
        return present != null && present.size() == wanted.size() && present.isOf(wanted.start()) ? present : wanted;
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        CacheContent<T> content = shared.get();
        if (content == null
                || !lineages.stream()
                        .allMatch(lineage ->
                                content.isOf(ElementLineage.replayed(lineage).start()))) {
            return ReplayedElements.recompute(input(), lineages, run);
        }
        List<T> elements = content.elements(input(), run);
        List<T> recomputed = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            recomputed.add(elements.get((int) indexBelow(elements.size(), lineage)));
        }
        return recomputed;
    }

    private static long indexBelow(int size, ElementLineage lineage) {
        return ElementLineage.position(
                new ElementLineage.Position(ElementLineage.replayed(lineage).index()), size);
    }

    /** The role of a stage in a pass: it fills the cache or reads the cache. */
    private enum Phase {
        FILLING,
        READING
    }

    private final class Running extends Stage<T> {

        private static final StateKey<Phase> PHASE = StateKey.choice("phase", Phase.class);
        private static final StateKey<Long> INDEX = StateKey.count("index");

        /** The start of the pass, in a stage that fills the cache. */
        private static final LineageKey<ElementLineage.Replayed> START = LineageKey.replayed("start");

        private static final StateKey<State> INPUT = StateKey.state("input");

        /** The content, in a stage that reads the cache. */
        private static final StateKey<State> READ = StateKey.state("content");

        private final Run run;
        private final long size = cardinality();

        /** The content that the stage reads, or null if the stage gathers the elements of a pass. */
        private @Nullable CacheContent<T> content;

        private @Nullable List<T> cached;

        private @Nullable Stage<T> filling;
        private @Nullable ReplayStart start;

        /** The elements gathered so far; null if the pass began before a checkpoint. */
        private @Nullable List<T> gathered = new ArrayList<>();

        private long index;

        Running(Run run) throws Exception {
            super(MemoryCacheNode.this);
            this.run = run;
            this.content = run.content(shared).get();
            if (content == null) {
                Stage<T> opened = run.open(input());
                filling = opened;
                start = Replay.start(input(), opened, run);
            } else {
                start = content.start();
            }
        }

        @Override
        @Nullable
        public T next() throws Exception {
            if (filling == null) {
                return content == null ? null : read(content);
            }
            T element = filling.next();
            if (element == null) {
                complete();
                return null;
            }
            index++;
            if (gathered != null) {
                gathered.add(element);
            }
            if (index == size) {
                complete();
            }
            return element;
        }

        private @Nullable T read(CacheContent<T> from) throws Exception {
            if (index >= from.size()) {
                return null;
            }
            List<T> elements = cached;
            if (elements == null) {
                elements = from.elements(input(), run);
                cached = elements;
            }
            return elements.get((int) index++);
        }

        private void complete() {
            ReplayStart begun = start;
            AtomicReference<@Nullable CacheContent<T>> filled = run.content(shared);
            if (begun != null && filled.get() == null) {
                filled.compareAndSet(null, new CacheContent<>(begun, index, gathered));
            }
        }

        @Override
        public ElementLineage lineage() {
            if (start == null) {
                throw new IllegalStateException("no element has been delivered");
            }
            return new ElementLineage.Replayed(start, index - 1);
        }

        @Override
        public State save(Saving saving) {
            State state = State.empty().with(INDEX, index);
            if (filling != null && start != null) {
                return state.with(PHASE, Phase.FILLING)
                        .with(START, new ElementLineage.Replayed(start, 0), saving)
                        .with(INPUT, filling.save(saving));
            }
            if (content == null) {
                throw new IllegalStateException("a pass neither fills nor reads the cache");
            }
            return state.with(PHASE, Phase.READING).with(READ, content.save(saving));
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            index = state.get(INDEX);
            switch (state.get(PHASE)) {
                case FILLING -> {
                    start = state.get(START, restoring).start();
                    content = null;
                    Stage<T> input = filling;
                    if (input == null) {
                        input = run.open(input());
                        filling = input;
                    }
                    input.restore(state.get(INPUT), restoring);
                    gathered = index == 0 ? new ArrayList<>() : null;
                }
                case READING -> {
                    CacheContent<T> read = known(CacheContent.restored(state.get(READ), restoring));
                    content = read;
                    start = read.start();
                    close();
                    filling = null;
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (filling != null) {
                filling.close();
            }
        }
    }
}

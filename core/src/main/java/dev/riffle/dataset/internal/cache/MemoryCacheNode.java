package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.ReplayCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.CachedPass;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the elements of the first full pass. Each iterator decides at its opening whether to fill or to read the cache.
 * A pass is full when it reaches the end, or the number of elements that the cardinality states.
 */
public final class MemoryCacheNode<T> extends UnaryNode<T, T> implements CachedPass {

    /** The elements of the first full pass; empty before the end of this pass. */
    private static final Member<Optional<State>> CONTENT =
            Member.state("content").optional();

    private final AtomicReference<@Nullable CacheContent<T>> shared = new AtomicReference<>();

    public MemoryCacheNode(Node<T> input) {
        super("cache", input, input.elementSpec());
    }

    @Override
    public Optional<CachedPass> memory() {
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
        boolean isFull = run.content(shared).get() != null;
        return new CacheStage<>(this, run, isFull, () -> new Filling(run), () -> new Reading(run));
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public State save(State state) {
        return state.with(CONTENT, Optional.ofNullable(shared.get()).map(kept -> kept.save(state.table())));
    }

    @Override
    public void restore(State state) {
        Optional<State> saved = state.get(CONTENT);
        shared.set(saved.isEmpty() ? null : known(CacheContent.restored(saved.get())));
    }

    @Override
    public Runnable undo() {
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
            return Replay.recompute(input(), lineages, run);
        }
        List<T> elements = content.elements(input(), run);
        return lineages.stream()
                .map(lineage -> new ElementLineage.Position(
                        ElementLineage.replayed(lineage).index()))
                .map(position -> elements.get(ElementLineage.position(position, elements.size())))
                .toList();
    }

    /** A pass that gathers the elements of the input. */
    private final class Filling extends UnaryStage<T, T> {

        private final ReplayCell at = cell(new ReplayCell(Replay.start(MemoryCacheNode.this.input(), input(), run())));
        private final long size = cardinality();

        /** The elements gathered so far; null if the pass began before a checkpoint. */
        private @Nullable List<T> gathered = new ArrayList<>();

        Filling(Run run) throws Exception {
            super(MemoryCacheNode.this, run);
        }

        @Override
        public @Nullable T next() throws Exception {
            T element = input().next();
            if (element == null) {
                complete();
                return null;
            }
            at.read++;
            if (gathered != null) {
                gathered.add(element);
            }
            if (at.read == size) {
                complete();
            }
            return element;
        }

        private void complete() {
            AtomicReference<@Nullable CacheContent<T>> filled = run().content(shared);
            if (filled.get() == null) {
                filled.compareAndSet(null, new CacheContent<>(at.start(), at.read, gathered));
            }
        }

        @Override
        public ElementLineage lineage() {
            return at.lineage(at.read - 1);
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            gathered = at.read == 0 ? new ArrayList<>() : null;
        }
    }

    /** A pass that reads the cache. */
    private final class Reading extends Stage<T> {

        private static final Member<State> READ = Member.state("content");

        private final LongCell index = count("index");

        /** The content; null before the restore of a checkpoint. */
        private @Nullable CacheContent<T> content;

        private @Nullable List<T> elements;

        Reading(Run run) {
            super(MemoryCacheNode.this, run);
            this.content = run.content(shared).get();
        }

        private CacheContent<T> content() {
            return notNull(content);
        }

        @Override
        public @Nullable T next() throws Exception {
            if (index.value >= content().size()) {
                return null;
            }
            List<T> read = elements;
            if (read == null) {
                read = content().elements(input(), run());
                elements = read;
            }
            return read.get((int) index.value++);
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Replayed(content().start(), index.value - 1);
        }

        @Override
        public State save(LineageTable table) {
            return super.save(table).with(READ, content().save(table));
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            content = known(CacheContent.restored(state.get(READ)));
        }
    }
}

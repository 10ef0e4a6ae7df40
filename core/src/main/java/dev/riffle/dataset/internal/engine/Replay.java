package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Runs a dataset again from the start of one of its stages, for stages that depend on all earlier elements. A start
 * holds the state of a stage immediately after its opening. The start also records the filled memory caches, and the
 * number of seeds that each earlier dataset had drawn. These numbers determine the orders of repeated shuffles.
 */
public final class Replay {

    private static final Member<State> STATE = Member.state("state");

    /** For each memory cache, whether the cache was filled. */
    private static final Member<List<Boolean>> FILLED = Member.flag("filled").list();

    /** The position of each seed generator. */
    private static final Member<List<Long>> DRAWN = Member.number("drawn").list();

    private static final Member<List<State>> STARTS = Member.state("starts").list();

    private Replay() {}

    /**
     * Returns the start of {@code begun}, a new stage of {@code dataset} in {@code run}. The stage must not have
     * delivered an element.
     */
    public static State start(Node<?> dataset, Stage<?> begun, Run run) {
        LineageTable table = new LineageTable();
        State state = begun.save(table);
        Pipeline pipeline = new Pipeline(dataset);
        List<Long> drawn = new ArrayList<>();
        for (SeedGenerator generator : pipeline.seedGenerators()) {
            drawn.add(run.seeds(generator).position());
        }
        List<Boolean> filled = new ArrayList<>();
        for (CachedPass cache : pipeline.cachedPasses()) {
            filled.add(cache.isFilled(run));
        }
        return State.empty()
                .with(STATE, state)
                .with(FILLED, filled)
                .with(DRAWN, drawn)
                .with(STARTS, table.states());
    }

    /** Opens a stage of {@code dataset} at a start, with separate seed generators. The caller must close the stage. */
    private static <T> Stage<T> begin(Node<T> dataset, State start, Run run) throws Exception {
        Run replaying = run.replaying();
        List<CachedPass> caches = new Pipeline(dataset).cachedPasses();
        List<Boolean> filled = start.list(FILLED, caches.size());
        for (int i = 0; i < caches.size(); i++) {
            if (!filled.get(i)) {
                caches.get(i).forget(replaying);
            }
        }
        Stage<T> stage = replaying.open(dataset);
        try {
            stage.restore(start.get(STATE).in(new LineageTable(start.get(STARTS))));
            List<SeedGenerator> generators = new Pipeline(dataset).seedGenerators();
            List<Long> drawn = start.list(DRAWN, generators.size());
            for (int i = 0; i < generators.size(); i++) {
                replaying.seeds(generators.get(i)).position(drawn.get(i));
            }
            return stage;
        } catch (Exception e) {
            try (stage) {
                throw e;
            }
        }
    }

    /**
     * Passes the first {@code count} elements after a start to {@code taker}. Skips elements that fail, because they
     * also failed in the earlier run.
     */
    public static <T> void elements(Node<T> dataset, State start, long count, Run run, Consumer<? super T> taker)
            throws Exception {
        if (count == 0) {
            return;
        }
        try (Stage<T> stage = begin(dataset, start, run)) {
            NoProgressDetector detector = new NoProgressDetector();
            Exception last = null;
            for (long made = 0; made < count; ) {
                T element = null;
                boolean skips = false;
                try {
                    element = stage.next();
                } catch (Exception e) {
                    checkNotInterrupted(e);
                    last = e;
                    skips = !detector.isReached(stage);
                }
                if (skips) {
                    continue;
                }
                if (element == null) {
                    throw CheckpointFailures.changed(
                            dataset.name() + ": expected at least " + count
                                    + " elements as before the checkpoint, found " + made
                                    + (last == null ? "" : "; last failure: " + last.getMessage()),
                            last);
                }
                detector.end();
                made++;
                taker.accept(element);
            }
        }
    }

    /**
     * Computes elements with {@link ElementLineage.Replayed} lineages again. Runs the dataset once for all elements
     * that share a start, up to the last needed element. The index of a lineage counts elements, not failures.
     */
    public static <T> List<T> recompute(Node<T> dataset, List<ElementLineage> lineages, Run run) throws Exception {
        return new LineageGroups<>(
                        lineages, lineage -> ElementLineage.replayed(lineage).start())
                .recompute((start, group) -> {
                    NavigableSet<Long> wanted = indexes(group);
                    Map<Long, T> made = new HashMap<>();
                    long[] index = {0};
                    elements(dataset, start, wanted.last() + 1, run, element -> {
                        if (wanted.contains(index[0])) {
                            made.put(index[0], element);
                        }
                        index[0]++;
                    });
                    return group.stream()
                            .map(lineage -> Stage.notNull(
                                    made.get(ElementLineage.replayed(lineage).index())))
                            .toList();
                });
    }

    /** Returns the indexes of replayed lineages. */
    public static NavigableSet<Long> indexes(List<ElementLineage> lineages) {
        NavigableSet<Long> indexes = new TreeSet<>();
        lineages.forEach(lineage -> indexes.add(ElementLineage.replayed(lineage).index()));
        return indexes;
    }

    private static void checkNotInterrupted(Exception failure) throws Exception {
        if (failure instanceof InterruptedException
                || Stage.isInterruption(failure)
                || Thread.currentThread().isInterrupted()) {
            throw failure;
        }
    }
}

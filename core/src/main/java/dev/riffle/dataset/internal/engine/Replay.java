package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a dataset again from the start of one of its stages, for stages that depend on all earlier elements. A start
 * holds the state of a stage immediately after its opening. The start also records the filled memory caches, and the
 * number of seeds that each earlier dataset had drawn. These numbers determine the orders of repeated shuffles.
 */
public final class Replay {

    private static final StateKey<State> STATE = StateKey.state("state");

    /** For each memory cache, whether the cache was filled. */
    private static final StateKey<List<Boolean>> FILLED =
            StateKey.flag("filled").list();

    /** The position of each seed generator. */
    private static final StateKey<List<Long>> DRAWN = StateKey.number("drawn").list();

    private static final StateKey<List<State>> STARTS = StateKey.state("starts").list();

    private Replay() {}

    /**
     * Returns the start of {@code begun}, a new stage of {@code dataset} in {@code run}. The stage must not have
     * delivered an element.
     */
    public static ReplayStart start(Node<?> dataset, Stage<?> begun, Run run) {
        Saving saving = new Saving();
        State state = begun.save(saving);
        Pipeline pipeline = new Pipeline(dataset);
        List<Long> drawn = new ArrayList<>();
        for (SeedGenerator generator : pipeline.seedGenerators()) {
            drawn.add(run.seeds(generator).position());
        }
        List<Boolean> filled = new ArrayList<>();
        for (KeptPass cache : pipeline.keptPasses()) {
            filled.add(cache.isFilled(run));
        }
        return new ReplayStart(State.empty()
                .with(STATE, state)
                .with(FILLED, filled)
                .with(DRAWN, drawn)
                .with(STARTS, saving.starts()));
    }

    /** Opens a stage of {@code dataset} at a start, with separate seed generators. The caller must close the stage. */
    public static <T> Stage<T> begin(Node<T> dataset, ReplayStart start, Run run) throws Exception {
        State state = start.state();
        Run replaying = run.replaying();
        List<KeptPass> caches = new Pipeline(dataset).keptPasses();
        List<Boolean> filled = state.list(FILLED, caches.size());
        for (int i = 0; i < caches.size(); i++) {
            if (!filled.get(i)) {
                caches.get(i).forget(replaying);
            }
        }
        Stage<T> stage = replaying.open(dataset);
        try {
            stage.restore(state.get(STATE), new Restoring(state.get(STARTS)));
            List<SeedGenerator> generators = new Pipeline(dataset).seedGenerators();
            List<Long> drawn = state.list(DRAWN, generators.size());
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
    public static <T> void elements(Node<T> dataset, ReplayStart start, long count, Run run, Consumer<? super T> taker)
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

    private static void checkNotInterrupted(Exception failure) throws Exception {
        if (failure instanceof InterruptedException
                || Stage.isInterruption(failure)
                || Thread.currentThread().isInterrupted()) {
            throw failure;
        }
    }
}

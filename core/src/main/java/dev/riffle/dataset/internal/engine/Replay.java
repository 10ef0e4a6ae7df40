package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Running a dataset once more from where one of its stages began: for stages whose elements, or whose own state, come
 * of all elements before. A start is the state of a stage that was just opened, and the counts of the seeds that the
 * datasets before it had drawn then, which decide what repeated shuffles give, and which caches in memory were filled.
 */
public final class Replay {

    private Replay() {}

    /** The start of a stage of {@code dataset} that was just opened in {@code run} and has given nothing. */
    public static ReplayStart start(Node<?> dataset, Stage<?> begun, Run run) {
        Saving saving = new Saving();
        State state = State.empty().with("state", begun.save(saving));
        List<JsonValue> drawn = new ArrayList<>();
        for (SeedGenerator generator : new Pipeline(dataset).seedGenerators()) {
            long position = run.seeds(generator).position();
            drawn.add(new JsonValue.Number(Long.toString(position)));
        }
        List<JsonValue> filled = new ArrayList<>();
        for (KeptPass cache : new Pipeline(dataset).keptPasses()) {
            filled.add(new JsonValue.Number(cache.isFilled(run) ? "1" : "0"));
        }
        if (!filled.isEmpty()) {
            state = state.with("filled", new JsonValue.Items(filled));
        }
        if (!drawn.isEmpty()) {
            state = state.with("drawn", new JsonValue.Items(drawn));
        }
        if (!saving.starts().isEmpty()) {
            state = state.withStates("starts", saving.starts());
        }
        return new ReplayStart(state);
    }

    /** A stage of {@code dataset} at a start, with draws of its own. To be closed by the caller. */
    public static <T> Stage<T> begin(Node<T> dataset, ReplayStart start, Run run) throws Exception {
        State state = start.state();
        Run replaying = run.replaying();
        List<KeptPass> caches = new Pipeline(dataset).keptPasses();
        for (int i = 0; i < caches.size(); i++) {
            if (state.items("filled").get(i).equals(new JsonValue.Number("0"))) {
                caches.get(i).forget(replaying);
            }
        }
        Stage<T> stage = replaying.open(dataset);
        try {
            Restoring restoring = new Restoring(state.has("starts") ? state.states("starts") : List.of());
            stage.restore(state.state("state"), restoring);
            List<SeedGenerator> generators = new Pipeline(dataset).seedGenerators();
            for (int i = 0; i < generators.size(); i++) {
                if (state.items("drawn").get(i) instanceof JsonValue.Number drawn) {
                    replaying
                            .seeds(generators.get(i))
                            .position(drawn.exactLong().orElseThrow());
                }
            }
            return stage;
        } catch (Exception e) {
            try (stage) {
                throw e;
            }
        }
    }

    /**
     * Gives the first {@code count} elements from a start to {@code taker}. Those that fail, as they will have done
     * before, are passed over.
     */
    public static <T> void elements(Node<T> dataset, ReplayStart start, long count, Run run, Consumer<? super T> taker)
            throws Exception {
        if (count == 0) {
            return;
        }
        try (Stage<T> stage = begin(dataset, start, run)) {
            NoProgressDetector standstill = new NoProgressDetector();
            Exception last = null;
            for (long made = 0; made < count; ) {
                T element = null;
                boolean goesOn = false;
                try {
                    element = stage.next();
                } catch (Exception e) {
                    checkNotInterrupted(e);
                    last = e;
                    goesOn = !standstill.isReached(stage);
                }
                if (goesOn) {
                    continue;
                }
                if (element == null) {
                    throw new IllegalStateException(
                            dataset.name() + ": gives " + made + " elements, where it gave at least " + count
                                    + " before" + (last == null ? "" : ", and failed last by " + last.getMessage()),
                            last);
                }
                standstill.end();
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

package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.SavedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The position of one worker of a global shuffle, read from its checkpoint. */
final class ShuffleWorker {

    /** Operations that deliver each element at most once, and keep the lineages of held elements. */
    static final Set<String> ALLOWED = Set.of(
            "map",
            "mapWithSeed",
            "filter",
            "shuffle",
            "batch",
            "paddedBatch",
            "raggedBatch",
            "prefetch",
            "ignoreErrors",
            "elementSpec",
            "bucketBySequenceLength");

    /** The progress from which the worker started. */
    final EpochsLeft progress;

    final int worker;
    final int workers;
    final long epoch;
    final long taken;

    /** The places of held elements, by epoch. */
    final Map<Long, Set<Long>> held = new TreeMap<>();

    private ShuffleWorker(GlobalShuffleNode.Share own, SavedRun run) {
        this.progress = own.progress();
        this.worker = own.worker();
        this.workers = own.workers();
        List<GlobalShuffleStage.Position> positions = new ArrayList<>();
        List<State> endedShuffles = new ArrayList<>();
        run.visit(
                state -> {
                    if (state.isOf(State.Kind.FAILURE)) {
                        throw failureHeld();
                    }
                    if (state.isOf(State.Kind.GLOBAL_SHUFFLE)) {
                        positions.add(GlobalShuffleStage.Position.of(state));
                    }
                    if (state.isOf(State.Kind.SHUFFLE) && ShuffleStage.hasClosedInput(state)) {
                        endedShuffles.add(state);
                    }
                },
                this::hold);
        if (positions.size() == 1) {
            this.epoch = positions.get(0).epoch();
            this.taken = positions.get(0).taken();
        } else {
            // A later shuffle opens its input when it delivers its first element. It closes its input after the input's
            // last element.
            this.epoch = endedShuffles.isEmpty() ? progress.epoch() : Math.max(own.end(), progress.firstWhole());
            this.taken = 0;
        }
        long share =
                EpochRest.share(progress.rest(Math.max(epoch, progress.epoch())).size(), worker, workers);
        if (epoch < progress.epoch() || taken > share) {
            throw CheckpointFailures.damaged(
                    "worker " + worker + " cannot have taken " + taken + " of " + share + " records of epoch " + epoch);
        }
    }

    private void hold(ElementLineage.Place place) {
        if (!held.computeIfAbsent((long) place.file(), epoch -> new TreeSet<>()).add(place.offset())) {
            throw CheckpointFailures.damaged("held elements must differ: " + place);
        }
    }

    private static IllegalArgumentException failureHeld() {
        return new IllegalArgumentException("a checkpoint holds a failure that next() has not thrown yet, so its"
                + " element would be lost; resume the checkpoint, call next() until it throws, and save another"
                + " checkpoint; or put ignoreErrors directly after the stage that fails");
    }

    /**
     * Returns whether this worker receives no record, because there are more workers than records. Such a worker has no
     * epoch.
     */
    boolean hasNothing() {
        return epoch >= progress.firstWhole() && EpochRest.share(progress.records(), worker, workers) == 0;
    }

    static ShuffleWorker of(State state) {
        SavedRun run = new SavedRun(state);
        checkStages(Pipeline.described(state));
        if (!run.starts().isEmpty()) {
            throw rejected("elements that only a run from the beginning can compute again");
        }
        List<State> shared = Pipeline.shared(state);
        if (shared.isEmpty()) {
            throw CheckpointFailures.damaged("the state of the stages is missing");
        }
        return new ShuffleWorker(GlobalShuffleNode.Share.of(shared.get(0)), run);
    }

    private static void checkStages(List<String> stages) {
        List<String> others = new ArrayList<>();
        if (stages.isEmpty() || !stages.get(0).startsWith(GlobalShuffleNode.NAME + "(")) {
            throw CheckpointFailures.ofAnother(
                    "checkpoint is of another pipeline: it does not begin with a global shuffle: "
                            + String.join(", ", stages));
        }
        for (String stage : stages.subList(1, stages.size())) {
            int end = nameEnd(stage);
            boolean repeats = stage.startsWith("shuffle(") && stage.contains(").repeat(");
            if (repeats || !ALLOWED.contains(stage.substring(0, end))) {
                others.add(stage);
            }
        }
        if (!others.isEmpty()) {
            throw rejected(String.join(", ", others));
        }
    }

    /** Returns the end of the operation's name in a description. */
    private static int nameEnd(String stage) {
        int end = 0;
        while (end < stage.length() && Character.isLetter(stage.charAt(end))) {
            end++;
        }
        return end;
    }

    private static IllegalArgumentException rejected(String what) {
        return new IllegalArgumentException(
                "the number of workers can change only if each stage after the global shuffle"
                        + " delivers each record at most once and does not count elements; this pipeline has " + what);
    }
}

package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.JsonLists;
import dev.riffle.dataset.internal.checkpoint.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Where one worker of a global shuffle is, read from its checkpoint. */
final class ShuffleWorker {

    /** Stages that make at most one element of one, and keep marks of those they hold. */
    private static final Set<String> ALLOWED = Set.of(
            "map",
            "filter",
            "shuffle",
            "batch",
            "paddedBatch",
            "raggedBatch",
            "prefetch",
            "ignoreErrors",
            "elementSpec",
            "bucketBySequenceLength");

    /** What the worker started from. */
    final EpochsLeft progress;

    final int worker;
    final int workers;
    final long epoch;
    final long taken;

    /** The places, by their epochs, of elements that stages held. */
    final Map<Long, Set<Long>> held = new TreeMap<>();

    private ShuffleWorker(State shared, HeldLineages marks) {
        this.progress = EpochsLeft.of(shared.state("progress"));
        this.worker = (int) shared.number("worker");
        this.workers = (int) shared.number("workers");
        if (workers < 1 || worker < 0 || worker >= workers) {
            throw new IllegalArgumentException("checkpoint is damaged: " + shared);
        }
        if (marks.stages().size() == 1) {
            State stage = marks.stages().get(0);
            this.epoch = stage.number("epoch");
            this.taken = stage.number("taken");
        } else {
            // A shuffle begins its input with its first element, and lets go of it behind the last.
            this.epoch = marks.hasEnded() ? Math.max(shared.number("epochs"), progress.firstWhole()) : progress.epoch();
            this.taken = 0;
        }
        long share =
                EpochRest.share(progress.rest(Math.max(epoch, progress.epoch())).size(), worker, workers);
        if (epoch < progress.epoch() || taken < 0 || taken > share) {
            throw new IllegalArgumentException("checkpoint is damaged: worker " + worker + " cannot have taken " + taken
                    + " of " + share + " records of epoch " + epoch);
        }
    }

    /** Whether there are fewer records than workers and none comes to this one, who is then at no particular epoch. */
    boolean hasNothing() {
        return epoch >= progress.firstWhole() && EpochRest.share(progress.records(), worker, workers) == 0;
    }

    static ShuffleWorker of(State state) {
        checkStages(state);
        if (!state.items("starts").isEmpty()) {
            throw refused("elements that can only be made again by running from the beginning");
        }
        HeldLineages marks = new HeldLineages();
        State held = State.empty();
        for (String name : List.of("state", "ahead", "failed")) {
            held = state.has(name) ? held.with(name, state.value(name)) : held;
        }
        marks.collect(held.toJson());
        ShuffleWorker worker = new ShuffleWorker(state.states("shared").get(0), marks);
        for (ElementLineage.Place place : marks.places()) {
            if (!worker.held
                    .computeIfAbsent((long) place.file(), epoch -> new TreeSet<>())
                    .add(place.offset())) {
                throw new IllegalArgumentException("checkpoint is damaged: it holds an element twice: " + place);
            }
        }
        return worker;
    }

    private static void checkStages(State state) {
        List<String> others = new ArrayList<>();
        List<String> stages = JsonLists.texts(state.items("pipeline"));
        if (stages.isEmpty() || !stages.get(0).startsWith(GlobalShuffleNode.NAME + "(")) {
            throw new IllegalArgumentException(
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
            throw refused(String.join(", ", others));
        }
    }

    /** Where the arguments of a stage begin, or the name that it was given. */
    private static int nameEnd(String stage) {
        int end = 0;
        while (end < stage.length() && Character.isLetter(stage.charAt(end))) {
            end++;
        }
        return end;
    }

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("the number of workers can change only where every stage behind the global"
                + " shuffle makes at most one element of one and counts none; this pipeline has " + what);
    }
}

package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Merges the positions of all workers into one progress. */
public final class ShuffleMerge {

    /** The workers in the order of their numbers. */
    private final List<ShuffleWorker> workers;

    /** The progress from which all workers started. */
    private final EpochsLeft before;

    private ShuffleMerge(List<ShuffleWorker> workers) {
        this.workers = workers;
        this.before = workers.get(0).progress;
    }

    public static EpochsLeft merge(List<State> checkpoints) {
        if (checkpoints.isEmpty()) {
            throw new IllegalArgumentException("workers must not be empty");
        }
        List<ShuffleWorker> workers = new ArrayList<>();
        for (State checkpoint : checkpoints) {
            workers.add(ShuffleWorker.of(checkpoint));
        }
        workers.sort(Comparator.comparingInt(worker -> worker.worker));
        ShuffleMerge merge = new ShuffleMerge(workers);
        merge.check();
        return merge.merged();
    }

    private void check() {
        int count = workers.get(0).workers;
        List<Integer> numbers = workers.stream().map(worker -> worker.worker).toList();
        Set<Integer> missing = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            missing.add(i);
        }
        numbers.forEach(missing::remove);
        if (!missing.isEmpty()
                || numbers.size() != count
                || workers.stream().anyMatch(worker -> worker.workers != count)) {
            throw new IllegalArgumentException("workers must be all " + count
                    + " workers of one group, each once: found " + numbers + ", missing " + missing);
        }
        for (ShuffleWorker worker : workers) {
            worker.progress.checkIs(before.index(), before.records(), before.seed());
            if (!worker.progress.equals(before)) {
                throw new IllegalArgumentException(
                        "workers must have started from the same progress; worker " + worker.worker + " has not");
            }
        }
    }

    private EpochsLeft merged() {
        long from = Long.MAX_VALUE;
        long to = before.firstWhole();
        for (ShuffleWorker worker : workers) {
            if (!worker.hasNothing()) {
                from = Math.min(from, worker.epoch);
                to = Math.max(to, worker.taken == 0 ? worker.epoch : worker.epoch + 1);
            }
            for (long epoch : worker.held.keySet()) {
                if (epoch < before.epoch() || epoch > worker.epoch) {
                    throw CheckpointFailures.damaged("held elements must not be of epoch " + epoch);
                }
                from = Math.min(from, epoch);
            }
        }
        from = from == Long.MAX_VALUE ? to : from;
        List<EpochRest> rests = new ArrayList<>();
        for (long epoch = from; epoch < to; epoch++) {
            rests.add(rest(epoch));
        }
        EpochsLeft merged = new EpochsLeft(before.index(), before.records(), before.seed(), from, rests);
        long first = from;
        while (first < to && merged.rest(first).size() == 0) {
            first++;
        }
        return merged.from(first);
    }

    private EpochRest rest(long epoch) {
        EpochRest rest = before.rest(epoch);
        long[] taken = new long[workers.size()];
        List<Long> returned = new ArrayList<>();
        for (ShuffleWorker worker : workers) {
            long share = EpochRest.share(rest.size(), worker.worker, taken.length);
            taken[worker.worker] = worker.epoch > epoch ? share : worker.epoch == epoch ? worker.taken : 0;
            returned.addAll(worker.held.getOrDefault(epoch, Set.of()));
        }
        checkReturned(epoch, returned);
        return rest.after(taken, returned.stream().mapToLong(place -> place).toArray());
    }

    private void checkReturned(long epoch, List<Long> returned) {
        if (new TreeSet<>(returned).size() < returned.size()) {
            throw CheckpointFailures.ofAnother(
                    "checkpoints are damaged: workers hold the same element of epoch " + epoch);
        }
        for (long place : returned) {
            if (place < 0 || place >= before.records()) {
                throw CheckpointFailures.ofAnother("checkpoints are damaged: place must be at least 0 and below "
                        + before.records() + ": " + place);
            }
        }
    }
}

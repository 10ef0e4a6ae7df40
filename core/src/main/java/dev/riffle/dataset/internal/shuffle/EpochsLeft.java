package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.stage.Seed;
import java.util.ArrayList;
import java.util.List;

/**
 * The epochs and places that the workers of a global shuffle have not delivered.
 *
 * @param epoch the number of the first epoch that has remaining records, from 0 on
 * @param rests the rests of {@code epoch} and of the epochs after it. All places remain in epochs beyond this list
 */
public record EpochsLeft(String index, long records, Seed seed, long epoch, List<EpochRest> rests) {

    private static final Member<String> INDEX = Member.text("index");
    private static final Member<Long> RECORDS = Member.count("records");
    private static final Member<Seed> SEED = Member.seed("seed");
    private static final Member<Long> EPOCH = Member.count("epoch");

    /** The levels of the rest of each epoch. */
    private static final Member<List<List<State>>> RESTS =
            Member.state("rests").list().list();

    public EpochsLeft {
        rests = List.copyOf(rests);
    }

    public static EpochsLeft of(State state) {
        long records = state.get(RECORDS);
        List<EpochRest> rests = new ArrayList<>();
        for (List<State> rest : state.get(RESTS)) {
            rests.add(EpochRest.of(rest, records));
        }
        return new EpochsLeft(state.get(INDEX), records, state.get(SEED), state.get(EPOCH), rests);
    }

    State state() {
        return State.empty()
                .with(INDEX, index)
                .with(RECORDS, records)
                .with(SEED, seed)
                .with(EPOCH, epoch)
                .with(RESTS, rests.stream().map(EpochRest::states).toList());
    }

    /** Returns the rest of an epoch that is not before {@link #epoch}. */
    EpochRest rest(long number) {
        long at = number - epoch;
        return at < rests.size() ? rests.get((int) at) : EpochRest.complete(records);
    }

    /** Returns this progress without the epochs before {@code number}. No places of these epochs may remain. */
    EpochsLeft from(long number) {
        if (number <= epoch) {
            return this;
        }
        int done = (int) Math.min(number - epoch, rests.size());
        return new EpochsLeft(index, records, seed, number, rests.subList(done, rests.size()));
    }

    /** Returns whether the workers have not delivered any record. */
    boolean isFresh() {
        return epoch == 0 && rests.stream().allMatch(EpochRest::isComplete);
    }

    /** Returns a short text that identifies this progress. */
    String summary() {
        return "epoch " + epoch + " with " + left() + " left, "
                + Integer.toHexString(toString().hashCode());
    }

    /** Throws an exception if this progress has other records or another seed. */
    void checkIs(String otherIndex, long otherRecords, Seed otherSeed) {
        if (!index.equals(otherIndex) || records != otherRecords) {
            throw CheckpointFailures.ofAnother("progress is of another index: expected " + otherRecords
                    + " records with fingerprint " + otherIndex + ", found " + records + " with fingerprint " + index);
        }
        if (!seed.equals(otherSeed)) {
            throw CheckpointFailures.ofAnother(
                    "progress is of another seed: expected " + otherSeed + ", found " + seed);
        }
    }

    /**
     * Returns the number of remaining records of {@link #epoch()}. If the epoch has not begun, the result counts all
     * records.
     */
    public long left() {
        return rest(epoch).size();
    }

    /** Returns the number of the first untouched epoch. All places of this epoch and of all later epochs remain. */
    long firstWhole() {
        return epoch + rests.size();
    }

    /** Returns the progress as one line of JSON. */
    @Override
    public String toString() {
        return state().toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EpochsLeft that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}

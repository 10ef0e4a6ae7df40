package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The running form of a global shuffle. A lineage consists of the epoch and the place in the epoch's order. */
final class GlobalShuffleStage extends Stage<Bytes> {

    private static final Member<Long> EPOCH = Member.count("epoch");
    private static final Member<Long> TAKEN = Member.count("taken");

    /** The number of places that the stage looks up together. */
    private static final int AHEAD = 64;

    /** The position of a stage, for a merge: the epoch, and the number of delivered records of its share. */
    record Position(long epoch, long taken) {

        static Position of(State stage) {
            return new Position(stage.get(EPOCH), stage.get(TAKEN));
        }
    }

    private final GlobalShuffleNode dataset;
    private final RecordIndex index;

    /** Counts the records, or is null without an observer. */
    private final @Nullable SourceProgress reading;

    /** The places that were looked up last, and their records. The index of a place is its number modulo the length. */
    private final long[] places;

    private final long[] records;

    /** The number of delivered records and of places that were looked up since the last {@link #begin}. */
    private long at;

    private long ahead;

    private final LongCell epoch = count(EPOCH.name());
    private EpochRest rest;
    private long share;
    private RandomOrder order;

    /**
     * The number of records of this worker's share that the stage has delivered, and the number of places that it has
     * looked up.
     */
    private final LongCell taken = count(TAKEN.name());

    private long planned;

    /** The place and the epoch of the last delivered element. */
    private int lastAt;

    private long lastEpoch;

    GlobalShuffleStage(GlobalShuffleNode dataset, Run run) {
        super(dataset, run);
        this.dataset = dataset;
        this.index = dataset.index();
        this.reading = run.sources(dataset);
        this.places = new long[Integer.highestOneBit(index.recordsAhead())];
        this.records = new long[places.length];
        epoch.value = dataset.left().epoch();
        this.rest = dataset.left().rest(epoch.value);
        this.share = dataset.share(epoch.value);
        this.order = dataset.order(epoch.value);
    }

    @Override
    public @Nullable Bytes next() throws Exception {
        if (at == ahead && !hasMore()) {
            return null;
        }
        if (ahead - at <= places.length - AHEAD && planned < share) {
            plan();
        }
        int current = (int) at++ & (places.length - 1);
        taken.value++;
        lastAt = current;
        lastEpoch = epoch.value;
        try {
            Bytes payload = index.get(records[current]);
            if (reading != null) {
                reading.read(1, 0);
            }
            return payload;
        } catch (IOException | RuntimeException e) {
            throw Failures.of(name(), index.place(records[current]), e);
        }
    }

    /** Begins the next epoch after the last record of an epoch. Returns false at the end. */
    private boolean hasMore() {
        while (planned >= share || dataset.isAfterEnd(epoch.value)) {
            boolean noMoreRecords = share == 0 && epoch.value >= dataset.left().firstWhole();
            if (noMoreRecords || dataset.isAfterEnd(epoch.value)) {
                return false;
            }
            begin(epoch.value + 1);
        }
        return true;
    }

    /** Computes the next places of the order, while the index reads the records of the places before them. */
    private void plan() {
        int count = (int) Math.min(AHEAD, share - planned);
        boolean complete = rest.isComplete();
        int from = (int) ahead & (places.length - 1);
        for (int i = from; i < from + count; i++) {
            long number = dataset.numberInEpoch(planned++);
            places[i] = complete ? number : rest.place(number);
            records[i] = order.at(places[i]);
        }
        index.readAhead(Arrays.copyOfRange(records, from, from + count));
        ahead += count;
    }

    private void begin(long next) {
        epoch.value = next;
        rest = dataset.left().rest(next);
        share = dataset.share(next);
        order = dataset.order(next);
        taken.value = 0;
        planned = 0;
        at = 0;
        ahead = 0;
    }

    @Override
    public ElementLineage lineage() {
        return new ElementLineage.Place(Math.toIntExact(lastEpoch), places[lastAt]);
    }

    @Override
    public State save(LineageTable table) {
        return super.save(table).with(State.Kind.GLOBAL_SHUFFLE);
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        if (epoch.value < dataset.left().epoch()) {
            throw state.damaged(EPOCH, "at least " + dataset.left().epoch());
        }
        long delivered = taken.value;
        begin(epoch.value);
        if (delivered > share) {
            throw state.damaged(TAKEN, "at most " + share);
        }
        taken.value = delivered;
        planned = delivered;
    }
}

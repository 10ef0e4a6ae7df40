package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
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

    /** The number of places that the stage looks up together. */
    private static final int AHEAD = 64;

    private final GlobalShuffleNode dataset;
    private final RecordIndex index;

    /** Counts the records, or is null without an observer. */
    private final @Nullable SourceProgress reading;

    /** The places that were looked up last, and their records. The index of a place is its number modulo the length. */
    private final long[] places;

    private final long[] records;

    /** The numbers of delivered records and of looked-up places since the stage or its epoch began. */
    private long at;

    private long ahead;

    private final LongCell epoch;
    private final long share;
    private RandomOrder order;

    /**
     * The number of records of this worker's share that the stage has delivered, and the number of places that it has
     * looked up.
     */
    private final LongCell taken;

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
        this.epoch = cell(new LongCell("epoch", dataset.firstEpoch(), Long.MAX_VALUE));
        this.share = dataset.share();
        this.taken = cell(new LongCell("taken", 0, share));
        this.order = dataset.order(dataset.firstEpoch());
        epoch.value = dataset.firstEpoch();
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
            throw Failures.of(name(), dataset.origin(records[current]).orElse(null), e);
        }
    }

    /** Begins the next epoch after the last record of an epoch. Returns false at the end. */
    private boolean hasMore() {
        while (planned >= share || dataset.isAfterEnd(epoch.value)) {
            if (share == 0 || dataset.isAfterEnd(epoch.value)) {
                return false;
            }
            epoch.value++;
            order = dataset.order(epoch.value);
            taken.value = 0;
            planned = 0;
            at = 0;
            ahead = 0;
        }
        return true;
    }

    /** Computes the next places of the order, while the index reads the records of the places before them. */
    private void plan() {
        int count = (int) Math.min(AHEAD, share - planned);
        int from = (int) ahead & (places.length - 1);
        for (int i = from; i < from + count; i++) {
            places[i] = dataset.place(planned++);
            records[i] = order.at(places[i]);
        }
        index.readAhead(Arrays.copyOfRange(records, from, from + count));
        ahead += count;
    }

    @Override
    public ElementLineage lineage() {
        return new ElementLineage.Place(Math.toIntExact(lastEpoch), places[lastAt]);
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        order = dataset.order(epoch.value);
        planned = taken.value;
    }
}

package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All records of an index in a random order, without a shuffle buffer. A record can have any position in the order.
 * Memory use does not grow with the number of records. Each epoch has another order. Several workers can share an
 * epoch. Exactly one worker receives each record, exactly once.
 *
 * <p>The index stays open as long as a run uses it. TensorFlow has an experimental global shuffle with a different
 * order. Immutable; each option returns a new node.
 */
public final class GlobalShuffleNode extends Node<Bytes> {

    private static final long ENDLESS = -1;

    /** The number of the first epoch, and the number of epochs or {@link #ENDLESS}. */
    private record Epochs(long first, long count) {

        /** Returns the number after the last epoch. */
        long end() {
            return count == ENDLESS ? ENDLESS : Cardinality.sum(first, count);
        }

        @Override
        public String toString() {
            String number = count == ENDLESS ? "endless" : count + (count == 1 ? " epoch" : " epochs");
            return number + (first == 0 ? "" : " from epoch " + first);
        }
    }

    private final RecordIndex index;
    private final Seed seed;
    private final Epochs epochs;
    private final int worker;
    private final int workers;

    public GlobalShuffleNode(RecordIndex index, Seed seed) {
        this(index, seed, new Epochs(0, 1), 0, 1);
    }

    private GlobalShuffleNode(RecordIndex index, Seed seed, Epochs epochs, int worker, int workers) {
        super("globalShuffle");
        this.index = index;
        this.seed = seed;
        this.epochs = epochs;
        this.worker = worker;
        this.workers = workers;
    }

    public GlobalShuffleNode epochs(long epochs) {
        if (epochs < 0) {
            throw new IllegalArgumentException("epochs must not be negative: " + epochs);
        }
        return with(new Epochs(this.epochs.first, epochs));
    }

    public GlobalShuffleNode endless() {
        return with(new Epochs(epochs.first, ENDLESS));
    }

    public GlobalShuffleNode fromEpoch(long epoch) {
        if (epoch < 0 || epoch > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("epoch must be from 0 to " + Integer.MAX_VALUE + ": " + epoch);
        }
        return with(new Epochs(epoch, epochs.count));
    }

    private GlobalShuffleNode with(Epochs other) {
        return new GlobalShuffleNode(index, seed, other, worker, workers);
    }

    public GlobalShuffleNode worker(int worker, int workers) {
        Argument.positive(workers, "workers");
        if (worker < 0 || worker >= workers) {
            throw new IllegalArgumentException("worker must be at least 0 and below " + workers + ": " + worker);
        }
        return new GlobalShuffleNode(index, seed, epochs, worker, workers);
    }

    @Override
    public long cardinality() {
        if (index.size() == 0) {
            return 0;
        }
        long share = share();
        if (share == 0) {
            return 0;
        }
        return epochs.count == ENDLESS ? INFINITE_CARDINALITY : Cardinality.product(epochs.count, share);
    }

    @Override
    public Numbering numbering() {
        return new Numbering(worker, workers, true);
    }

    RecordIndex index() {
        return index;
    }

    long firstEpoch() {
        return epochs.first;
    }

    /** Returns whether the epoch with this number is after the last epoch. */
    boolean isAfterEnd(long epoch) {
        return epochs.count != ENDLESS && epoch >= epochs.end();
    }

    /** Returns the number of places of each epoch that belong to this worker. */
    long share() {
        return index.size() <= worker ? 0 : (index.size() - worker - 1) / workers + 1;
    }

    /** Returns the place in the order of an epoch of the place with this number in this worker's share. */
    long place(long numberInShare) {
        return worker + numberInShare * workers;
    }

    RandomOrder order(long epoch) {
        return new RandomOrder(index.size(), seed, epoch);
    }

    @Override
    protected void describe(Description description) {
        boolean isExplained = description.isFor(Description.Purpose.EXPLANATION);
        description
                .with(String.format(Locale.ROOT, isExplained ? "%,d records" : "%d records", index.size()))
                .with(!isExplained, "fingerprint " + index.fingerprint())
                .with("seed " + seed.seed() + " " + seed.seed2())
                .with(epochs)
                .with("worker " + worker + " of " + workers);
    }

    @Override
    public List<Seed> drawsFrom() {
        return List.of(seed);
    }

    @Override
    public List<Bytes> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        long[] records = new long[lineages.size()];
        RandomOrder order = order(0);
        int epoch = 0;
        for (int i = 0; i < records.length; i++) {
            ElementLineage.Place place = ElementLineage.place(lineages.get(i));
            if (place.file() != epoch) {
                epoch = place.file();
                order = order(epoch);
            }
            records[i] = order.at(place.offset());
        }
        return index.getAll(records);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        ElementLineage.Place place = ElementLineage.place(lineage);
        return origin(order(place.file()).at(place.offset()));
    }

    /** Returns the place of a record; empty if the index cannot determine the place. */
    Optional<SourcePart> origin(long record) {
        try {
            return Optional.of(index.place(record));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns empty, because the stage does not count the bytes that the index reads. */
    @Override
    public OptionalLong sourceBytes() {
        return OptionalLong.empty();
    }

    @Override
    public Stage<Bytes> open(Run run) throws Exception {
        index.checkUnchanged();
        return new GlobalShuffleStage(this, run);
    }
}

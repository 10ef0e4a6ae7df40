package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.NodeMemory;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.source.FileSet;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * All records of an index in a random order, without a shuffle buffer. A record can have any position in the order.
 * Memory use does not grow with the number of records. Each epoch has another order. Several workers can share an
 * epoch. Exactly one worker receives each record, exactly once.
 *
 * <p>The index stays open as long as a run uses it. TensorFlow has an experimental global shuffle with a different
 * order. Immutable; each option returns a new node.
 */
public final class GlobalShuffleNode extends Node<Bytes> {

    private static final Member<Long> WORKER = Member.count("worker");
    private static final Member<Long> WORKERS = Member.count("workers");

    /** The number after the last epoch, or {@link #ENDLESS}. */
    private static final Member<Long> EPOCHS = Member.number("epochs");

    private static final Member<State> PROGRESS = Member.state("progress");
    private static final Member<Long> EPOCH = Member.count("epoch");
    private static final Member<Long> TAKEN = Member.count("taken");

    static final String NAME = "globalShuffle";

    private static final long ENDLESS = -1;

    private final RecordIndex index;
    private final String fingerprint;
    private final Seed seed;
    private final long first;
    private final long epochs;
    private final int worker;
    private final int workers;
    private final EpochsLeft progress;

    /** The rest of {@link #progress}, without the epochs before the first epoch. */
    private final EpochsLeft left;

    public GlobalShuffleNode(RecordIndex index, Seed seed) {
        this(
                index,
                index.fingerprint(),
                seed,
                0,
                1,
                0,
                1,
                new EpochsLeft(index.fingerprint(), index.size(), seed, 0, List.of()));
    }

    private GlobalShuffleNode(
            RecordIndex index,
            String fingerprint,
            Seed seed,
            long first,
            long epochs,
            int worker,
            int workers,
            EpochsLeft progress) {
        super(NAME);
        this.index = index;
        this.fingerprint = fingerprint;
        this.seed = seed;
        this.first = first;
        this.epochs = epochs;
        this.worker = worker;
        this.workers = workers;
        this.progress = progress;
        this.left = progress.from(first);
    }

    public GlobalShuffleNode epochs(long epochs) {
        if (epochs < 0) {
            throw new IllegalArgumentException("epochs must not be negative: " + epochs);
        }
        return new GlobalShuffleNode(index, fingerprint, seed, first, epochs, worker, workers, progress);
    }

    public GlobalShuffleNode endless() {
        return new GlobalShuffleNode(index, fingerprint, seed, first, ENDLESS, worker, workers, progress);
    }

    public GlobalShuffleNode fromEpoch(long epoch) {
        if (epoch < 0 || epoch > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("epoch must be from 0 to " + Integer.MAX_VALUE + ": " + epoch);
        }
        return new GlobalShuffleNode(index, fingerprint, seed, epoch, epochs, worker, workers, progress);
    }

    /** Returns the number after the last epoch. */
    private long end() {
        return epochs == ENDLESS ? ENDLESS : Cardinality.sum(first, epochs);
    }

    public GlobalShuffleNode worker(int worker, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("workers must be positive: " + workers);
        }
        if (worker < 0 || worker >= workers) {
            throw new IllegalArgumentException("worker must be at least 0 and below " + workers + ": " + worker);
        }
        return new GlobalShuffleNode(index, fingerprint, seed, first, epochs, worker, workers, progress);
    }

    public GlobalShuffleNode continuing(EpochsLeft progress) {
        Argument.present(progress, "progress");
        progress.checkIs(fingerprint, index.size(), seed);
        return new GlobalShuffleNode(index, fingerprint, seed, first, epochs, worker, workers, progress);
    }

    @Override
    public long cardinality() {
        if (index.size() == 0) {
            return 0;
        }
        if (epochs == ENDLESS) {
            return INFINITE_CARDINALITY;
        }
        long sum = 0;
        long epoch = left.epoch();
        for (; epoch < Math.min(end(), left.firstWhole()); epoch++) {
            sum = Cardinality.sum(sum, share(epoch));
        }
        return epoch < end() ? Cardinality.sum(sum, Cardinality.product(end() - epoch, share(epoch))) : sum;
    }

    @Override
    public Numbering numbering() {
        return new Numbering(worker, workers, true);
    }

    private long share(long epoch) {
        return EpochRest.share(left.rest(epoch).size(), worker, workers);
    }

    @Override
    protected void describe(Description description) {
        boolean isExplained = description.isFor(Description.Purpose.EXPLANATION);
        description
                .with(String.format(Locale.ROOT, isExplained ? "%,d records" : "%d records", index.size()))
                .with(!isExplained, "fingerprint " + fingerprint)
                .with("seed " + seed.seed() + " " + seed.seed2())
                .with(
                        epochs == ENDLESS
                                ? "endless"
                                : epochs
                                        + (epochs == 1 ? " epoch" : " epochs")
                                        + (first == 0 ? "" : " from epoch " + first))
                .with("worker " + worker + " of " + workers)
                .with(!progress.isFresh(), "continuing " + progress.summary());
        if (description.isFor(Description.Purpose.CACHE)) {
            // The index does not check modification times and the contents of sources in memory.
            description.then(FileSet.contentsOf(index.sources()));
        }
    }

    @Override
    public List<Seed> drawsFrom() {
        return List.of(seed);
    }

    /**
     * Returns the state for a merge of all workers' checkpoints. The merge needs this state even if the stage is not
     * running.
     */
    @Override
    public Optional<NodeMemory> memory() {
        return Optional.of(state -> state.with(WORKER, worker)
                .with(WORKERS, workers)
                .with(EPOCHS, end())
                .with(PROGRESS, left.state()));
    }

    /** The state of {@link #memory}, in the form for a merge. */
    record Share(EpochsLeft progress, int worker, int workers, long end) {

        static Share of(State shared) {
            int workers = shared.index(WORKERS, Integer.MAX_VALUE);
            return new Share(
                    EpochsLeft.of(shared.get(PROGRESS)), shared.index(WORKER, workers), workers, shared.get(EPOCHS));
        }
    }

    /**
     * The position of a stage, in the form for a merge: the epoch, and the number of delivered records of its share.
     */
    record Position(long epoch, long taken) {

        static Position of(State stage) {
            return new Position(stage.get(EPOCH), stage.get(TAKEN));
        }
    }

    @Override
    public List<Bytes> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        long[] records = new long[lineages.size()];
        RandomOrder order = null;
        int epoch = -1;
        for (int i = 0; i < records.length; i++) {
            ElementLineage.Place place = ElementLineage.place(lineages.get(i));
            if (order == null || place.file() != epoch) {
                epoch = place.file();
                order = new RandomOrder(index.size(), seed, epoch);
            }
            records[i] = order.at(place.offset());
        }
        return index.getAll(records);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        ElementLineage.Place place = ElementLineage.place(lineage);
        return Optional.of(index.place(new RandomOrder(index.size(), seed, place.file()).at(place.offset())));
    }

    /** Returns empty, because the stage does not count the bytes that the index reads. */
    @Override
    public OptionalLong sourceBytes() {
        return OptionalLong.empty();
    }

    @Override
    public Stage<Bytes> open(Run run) throws Exception {
        index.checkUnchanged();
        return new Running(run);
    }

    /** The running form. A lineage consists of the epoch and the place in the epoch's order. */
    private final class Running extends Stage<Bytes> {

        /** The number of places that the stage looks up together. */
        private static final int AHEAD = 64;

        /** Counts the records, or is null without an observer. */
        private final @Nullable SourceProgress reading;

        private final long[] places = new long[AHEAD];
        private final long[] records = new long[AHEAD];
        private int at;
        private int ahead;

        private final LongCell epoch = count(EPOCH.name());
        private EpochRest rest;
        private long share;
        private @Nullable RandomOrder order;

        /**
         * The number of records of this worker's share that the stage has delivered, and the number of places that it
         * has looked up.
         */
        private final LongCell taken = count(TAKEN.name());

        private long planned;

        /** The place and the epoch of the last delivered element. */
        private int lastAt;

        private long lastEpoch;

        Running(Run run) {
            super(GlobalShuffleNode.this, run);
            this.reading = run.sources(GlobalShuffleNode.this);
            this.rest = left.rest(left.epoch());
            begin(left.epoch());
        }

        @Override
        public @Nullable Bytes next() throws Exception {
            if (at == ahead && !plan()) {
                return null;
            }
            int current = at++;
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

        /** Computes the next places of the order. Returns false at the end. */
        private boolean plan() {
            while (true) {
                boolean over = epochs != ENDLESS && epoch.value >= end();
                boolean noMoreRecords = share == 0 && epoch.value >= left.firstWhole();
                if (over || noMoreRecords) {
                    return false;
                }
                if (planned < share) {
                    break;
                }
                begin(epoch.value + 1);
            }
            RandomOrder ordered = order;
            if (ordered == null) {
                ordered = new RandomOrder(index.size(), seed, epoch.value);
                order = ordered;
            }
            int count = (int) Math.min(AHEAD, share - planned);
            boolean complete = rest.isComplete();
            for (int i = 0; i < count; i++) {
                long number = worker + (planned + i) * workers;
                places[i] = complete ? number : rest.place(number);
                records[i] = ordered.at(places[i]);
            }
            index.readAhead(count == AHEAD ? records : Arrays.copyOf(records, count));
            planned += count;
            at = 0;
            ahead = count;
            return true;
        }

        private void begin(long next) {
            epoch.value = next;
            rest = left.rest(next);
            share = share(next);
            order = null;
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
            long delivered = taken.value;
            if (epoch.value < left.epoch()) {
                throw state.damaged(EPOCH, "at least " + left.epoch());
            }
            begin(epoch.value);
            if (delivered > share) {
                throw state.damaged(TAKEN, "at most " + share);
            }
            taken.value = delivered;
            planned = delivered;
        }
    }
}

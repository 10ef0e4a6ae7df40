package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.checkpoint.StateKind;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The running form of a shuffle, like TensorFlow's kernel. The buffer is a queue of slices, the oldest first. Each pass
 * over the input with elements in the buffer has one slice. Before the stage delivers an element, it fills the buffer,
 * if necessary from further passes. The stage then draws one element of the first slice, and moves the slice's first
 * element to the free position. The stage removes an empty slice. Each slice has its own stream of random numbers.
 *
 * <p>The order depends only on the distances of elements from the front of the queue. So the ring in memory may have
 * any size. The ring grows as the stage reads elements. The ring also holds lineages. A checkpoint contains the
 * lineages and the number of words drawn.
 */
final class ShuffleStage<T> extends Stage<T> {

    private static final StateKey<Seed> SEED = StateKey.seed("seed");
    private static final StateKey<Long> DRAWN = StateKey.count("drawn");
    private static final StateKey<Long> PASSES = StateKey.count("passes");
    private static final StateKey<Boolean> EMPTY = StateKey.flag("empty");
    private static final StateKey<Boolean> ENDED = StateKey.flag("ended");
    private static final StateKey<Long> MOST_HELD = StateKey.count("most");

    /** The number of buffered elements of each pass. */
    private static final StateKey<List<Long>> SLICES = StateKey.count("slices").list();

    private static final LineageKey<List<ElementLineage>> BUFFER =
            LineageKey.lineage("buffer").list();

    /** The state of the input; empty before the first element and after the last element of a pass. */
    private static final StateKey<Optional<State>> INPUT =
            StateKey.state("input").optional();

    /** The largest number of slices with which the stage reads ahead. */
    private static final int MOST_SLICES = 3;

    private static final int FIRST_CAPACITY = 16;

    private final ShuffleNode<T> dataset;
    private final Run run;
    private final boolean holdsAll;

    private Seed seed;
    private Philox random;

    private @Nullable Stage<T> input;
    private long passes;
    private boolean isEmpty = true;
    private boolean ended;

    private final ArrayDeque<Slice> slices = new ArrayDeque<>();
    private @Nullable Object[] elements = new Object[FIRST_CAPACITY];
    private @Nullable ElementLineage[] lineages = new ElementLineage[FIRST_CAPACITY];
    private int head;
    private int held;
    private int mostHeld;
    private @Nullable ElementLineage delivered;

    ShuffleStage(ShuffleNode<T> dataset, Run run) {
        super(dataset);
        this.dataset = dataset;
        this.run = run;
        this.holdsAll = dataset.bufferSize() == Node.UNKNOWN_CARDINALITY;
        this.seed = dataset.passSeed(run);
        this.random = Philox.of(seed.seed(), seed.seed2());
    }

    @Override
    @Nullable
    public T next() throws Exception {
        if (ended) {
            return null;
        }
        fill();
        if (held == 0) {
            ended = true;
            return null;
        }
        while (slices.getFirst().size == 0) {
            slices.removeFirst();
            begin(dataset.passSeed(run), 0);
        }
        return draw(slices.getFirst());
    }

    private T draw(Slice slice) {
        int mask = elements.length - 1;
        int drawn = (head + (int) (random.next() % slice.size)) & mask;
        @SuppressWarnings("unchecked")
        T element = (T) elements[drawn];
        delivered = lineages[drawn];
        elements[drawn] = elements[head];
        lineages[drawn] = lineages[head];
        elements[head] = null;
        lineages[head] = null;
        head = (head + 1) & mask;
        held--;
        slice.size--;
        return notNull(element);
    }

    private void fill() throws Exception {
        while (needsElement()) {
            Stage<T> from = input;
            if (from == null) {
                from = run.open(dataset.input());
                input = from;
                passes++;
                slices.addLast(new Slice());
            }
            T element = from.next();
            if (element != null) {
                add(element, from.lineage());
                slices.getLast().size++;
                isEmpty = false;
                continue;
            }
            input = null;
            from.close();
            if (isEmpty && dataset.count() < 0) {
                return;
            }
        }
    }

    private boolean needsElement() {
        if (input == null && dataset.count() >= 0 && passes >= dataset.count()) {
            return false;
        }
        if (slices.size() > MOST_SLICES && held > 0) {
            return false;
        }
        if (holdsAll) {
            return input != null || slices.isEmpty() || held < mostHeld;
        }
        return held < dataset.bufferSize();
    }

    private void add(T element, ElementLineage lineage) {
        if (held == elements.length) {
            grow();
        }
        int tail = (head + held) & (elements.length - 1);
        elements[tail] = element;
        lineages[tail] = lineage;
        held++;
        mostHeld = Math.max(mostHeld, held);
    }

    /** Doubles the ring and moves its front to the beginning. */
    private void grow() {
        int capacity = Math.multiplyExact(held, 2);
        @Nullable Object[] moreElements = new Object[capacity];
        @Nullable ElementLineage[] moreMarks = new ElementLineage[capacity];
        int afterHead = held - head;
        System.arraycopy(elements, head, moreElements, 0, afterHead);
        System.arraycopy(elements, 0, moreElements, afterHead, head);
        System.arraycopy(lineages, head, moreMarks, 0, afterHead);
        System.arraycopy(lineages, 0, moreMarks, afterHead, head);
        elements = moreElements;
        lineages = moreMarks;
        head = 0;
    }

    private void begin(Seed passSeed, long words) {
        seed = passSeed;
        random = Philox.of(passSeed.seed(), passSeed.seed2());
        random.position(words);
    }

    @Override
    public ElementLineage lineage() {
        if (delivered == null) {
            throw new IllegalStateException("no element has been delivered");
        }
        return delivered;
    }

    @Override
    public State save(Saving saving) {
        List<ElementLineage> buffered = new ArrayList<>(held);
        for (int i = 0; i < held; i++) {
            buffered.add(notNull(lineages[(head + i) & (elements.length - 1)]));
        }
        return State.of(StateKind.SHUFFLE)
                .with(SEED, seed)
                .with(DRAWN, random.position())
                .with(PASSES, passes)
                .with(EMPTY, isEmpty)
                .with(ENDED, ended)
                .with(MOST_HELD, mostHeld)
                .with(SLICES, slices.stream().map(slice -> slice.size).toList())
                .with(BUFFER, buffered, saving)
                .with(INPUT, Optional.ofNullable(input).map(stage -> stage.save(saving)));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        begin(state.get(SEED), state.get(DRAWN));
        passes = state.get(PASSES);
        isEmpty = state.get(EMPTY);
        ended = state.get(ENDED);
        List<ElementLineage> buffered = state.get(BUFFER, restoring);
        Optional<State> saved = state.get(INPUT);
        long left = buffered.size();
        for (long size : state.get(SLICES)) {
            Slice slice = new Slice();
            slice.size = size;
            slices.addLast(slice);
            left = size > left ? -1 : left - size;
        }
        if (left != 0 || (saved.isPresent() && slices.isEmpty())) {
            throw state.damaged(SLICES, "numbers of elements by pass, " + buffered.size() + " together");
        }
        List<T> recomputed = dataset.input().recompute(buffered, run);
        for (int i = 0; i < buffered.size(); i++) {
            add(recomputed.get(i), buffered.get(i));
        }
        mostHeld = state.index(MOST_HELD, Integer.MAX_VALUE);
        if (saved.isPresent()) {
            Stage<T> opened = run.open(dataset.input());
            input = opened;
            opened.restore(saved.get(), restoring);
        }
    }

    /** Returns whether the stage with this state has read the last element of its last pass into its buffer. */
    static boolean hasClosedInput(State state) {
        return state.get(INPUT).isEmpty() && state.get(PASSES) > 0;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        held = 0;
        elements = new Object[0];
        lineages = new ElementLineage[0];
        if (input != null) {
            input.close();
        }
    }

    /** The buffered elements of one pass. */
    private static final class Slice {
        long size;
    }
}

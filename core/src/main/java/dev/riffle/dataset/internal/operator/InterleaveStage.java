package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.ConsumerSignal;
import dev.riffle.dataset.internal.engine.InputBuffer;
import dev.riffle.dataset.internal.engine.LimitedExecutor;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.ReadAhead;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The running form of an interleave. It visits the slots of the cycle in turn, as TensorFlow does. A dataset that ends
 * leaves its slot empty. At the next turn of the slot, the slot takes a new dataset.
 *
 * <p>A parallel interleave visits the slots in the same order and reads ahead in the open datasets. With
 * {@code anyOrder}, the stage skips datasets without a ready element.
 */
final class InterleaveStage<S, T> extends UnaryStage<S, T> {

    /** The states of the open datasets; an entry is empty for an empty slot. */
    private static final Member<List<Optional<State>>> SLOTS =
            Member.state("slots").optional().list();

    private final InterleaveNode<S, T> dataset;
    private final InterleaveNode.Turns turns;
    private final @Nullable Executor executor;
    private final boolean anyOrder;
    private final ConsumerSignal signal = new ConsumerSignal();

    private final List<@Nullable InterleaveSlot<T>> slots = new ArrayList<>();

    /** The number of the slot whose turn it is, and the number of elements that it has delivered in this turn. */
    private final LongCell cycleIndex;

    private final LongCell blockIndex = count("block");
    private int open;
    private boolean inputEnded;

    /**
     * Whether the slots come from a checkpoint. Read-ahead starts only after the restore of the complete checkpoint.
     */
    private boolean restored;

    private @Nullable InterleaveSlot<T> currentSlot;

    InterleaveStage(InterleaveNode<S, T> dataset, InterleaveNode.Turns turns, Run run) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.turns = turns;
        this.cycleIndex = index("cycle", turns.cycleLength());
        Parallelism parallel = turns.parallel();
        this.executor = parallel == null ? null : new LimitedExecutor(run.executor(parallel), parallel.calls());
        this.anyOrder = parallel != null && parallel.isAnyOrder();
    }

    @Override
    public @Nullable T next() throws Exception {
        while (!inputEnded || open > 0) {
            InterleaveSlot<T> slot = slot(cycleIndex.index());
            if (slot != null && anyOrder) {
                slot = readySlot();
            }
            if (slot != null) {
                T element = nextOf(slot);
                if (element != null) {
                    currentSlot = slot;
                    if (++blockIndex.value == turns.blockLength()) {
                        advance();
                    }
                    return element;
                }
                slots.set(cycleIndex.index(), null);
                open--;
                advance();
                slot.close();
            } else if (!inputEnded) {
                fill();
            } else {
                advance();
            }
        }
        return null;
    }

    private @Nullable T nextOf(InterleaveSlot<T> slot) throws Exception {
        try {
            return slot.next();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void advance() {
        blockIndex.value = 0;
        // After the end of the input, slots that were never filled stay empty.
        int cycle = inputEnded ? slots.size() : turns.cycleLength();
        cycleIndex.value = cycleIndex.index() + 1 >= cycle ? 0 : cycleIndex.index() + 1;
    }

    /** Creates the dataset of the input's next element, and opens it in the current slot. */
    private void fill() throws Exception {
        S element = input().next();
        if (element == null) {
            inputEnded = true;
            return;
        }
        InterleaveSlot<T> slot;
        try {
            slot = opened(input().lineage(), dataset.inner(element));
        } catch (Exception e) {
            throw failure(e);
        }
        put(cycleIndex.index(), slot);
        begin(slot);
    }

    private InterleaveSlot<T> opened(ElementLineage of, Node<T> inner) throws Exception {
        Stage<T> stage = run().open(dataset, inner);
        InputBuffer<T> buffer = executor == null
                ? new InputBuffer<>(inner, stage)
                : new ReadAhead<>(
                        inner, run().timed(dataset, inner, stage), executor, InterleaveNode.READ_AHEAD, signal);
        return new InterleaveSlot<>(of, inner, buffer);
    }

    private @Nullable InterleaveSlot<T> slot(int index) {
        return index < slots.size() ? slots.get(index) : null;
    }

    private void put(int index, InterleaveSlot<T> slot) {
        while (slots.size() <= index) {
            slots.add(null);
        }
        slots.set(index, slot);
        open++;
    }

    private void begin(InterleaveSlot<T> slot) {
        ReadAhead<T> ahead = slot.ahead();
        if (anyOrder && ahead != null) {
            ahead.begin();
        }
    }

    /**
     * Moves the turn to a slot with a ready element, to an empty slot, or to a slot that this thread can read itself.
     * Returns the slot. Waits if no such slot exists.
     */
    private @Nullable InterleaveSlot<T> readySlot() throws Exception {
        if (restored) {
            restored = false;
            for (InterleaveSlot<T> slot : slots) {
                if (slot != null) {
                    begin(slot);
                }
            }
        }
        signal.lock();
        try {
            for (; ; ) {
                signal.waiting(true);
                int found = find();
                if (found >= 0) {
                    if (found != cycleIndex.index()) {
                        cycleIndex.value = found;
                        blockIndex.value = 0;
                    }
                    return slot(found);
                }
                signal.await();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            signal.waiting(false);
            signal.unlock();
        }
    }

    private int find() {
        int empty = -1;
        int idle = -1;
        // The first slot that was never filled represents all such slots.
        int cycle = Math.min(turns.cycleLength(), 1 + Math.max(cycleIndex.index(), slots.size()));
        for (int i = 0; i < cycle; i++) {
            int index = cycleIndex.index() < cycle - i ? cycleIndex.index() + i : cycleIndex.index() - (cycle - i);
            InterleaveSlot<T> slot = slot(index);
            ReadAhead<T> ahead = slot == null ? null : slot.ahead();
            if (ahead == null) {
                empty = empty < 0 ? index : empty;
            } else if (ahead.isReady()) {
                return index;
            } else if (ahead.isIdle()) {
                idle = idle < 0 ? index : idle;
            }
        }
        return empty >= 0 && !inputEnded ? empty : idle;
    }

    @Override
    public ElementLineage lineage() {
        return delivered(currentSlot).lineage();
    }

    @Override
    public State save(LineageTable table) {
        List<Optional<State>> states = new ArrayList<>();
        for (InterleaveSlot<T> slot : slots) {
            states.add(Optional.ofNullable(slot).map(open -> open.save(table)));
        }
        return super.save(table).with(SLOTS, states);
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        restored = true;
        List<Optional<State>> states = state.get(SLOTS);
        if (states.size() > turns.cycleLength()) {
            throw state.damaged(SLOTS, "at most " + turns.cycleLength() + " slots");
        }
        List<ElementLineage> lineages = states.stream()
                .flatMap(Optional::stream)
                .map(saved -> saved.get(InterleaveSlot.OF))
                .toList();
        List<S> elements = lineages.isEmpty() ? List.of() : dataset.input().recompute(lineages, run());
        int next = 0;
        for (int i = 0; i < states.size(); i++) {
            Optional<State> saved = states.get(i);
            if (saved.isPresent()) {
                InterleaveSlot<T> slot = opened(lineages.get(next), dataset.inner(elements.get(next)));
                next++;
                put(i, slot);
                slot.restore(saved.get());
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            closeAll(slots);
        } finally {
            super.close();
        }
    }
}

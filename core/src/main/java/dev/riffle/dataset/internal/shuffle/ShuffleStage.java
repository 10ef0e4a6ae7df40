package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.RandomCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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

    /** The number of buffered elements of each pass. */
    private static final Member<List<Long>> SLICES = Member.count("slices").list();

    private static final Member<List<ElementLineage>> BUFFER =
            Member.lineage("buffer").list();

    /** The largest number of slices with which the stage reads ahead. */
    private static final int MOST_SLICES = 3;

    private static final int FIRST_CAPACITY = 16;

    private final ShuffleNode<T> dataset;
    private final boolean holdsAll;
    private final RandomCell random;
    private final InputCell<T> input;
    private final LongCell passes = count("passes");
    private final FlagCell isEmpty = flag("empty");
    private final FlagCell ended = flag("ended");
    private final LongCell mostHeld = index("most", Integer.MAX_VALUE);

    private final ArrayDeque<Slice> slices = new ArrayDeque<>();
    private @Nullable Object[] elements = new Object[FIRST_CAPACITY];
    private @Nullable ElementLineage[] lineages = new ElementLineage[FIRST_CAPACITY];
    private int head;
    private int held;
    private @Nullable ElementLineage last;

    ShuffleStage(ShuffleNode<T> dataset, Run run) {
        super(dataset, run);
        this.dataset = dataset;
        this.holdsAll = dataset.bufferSize() == Node.UNKNOWN_CARDINALITY;
        this.random = cell(new RandomCell(dataset.passSeed(run)));
        this.input = closedInput("input", dataset.input());
        isEmpty.value = true;
    }

    @Override
    public @Nullable T next() throws Exception {
        if (ended.value) {
            return null;
        }
        fill();
        if (held == 0) {
            ended.value = true;
            return null;
        }
        while (slices.getFirst().size == 0) {
            slices.removeFirst();
            random.begin(dataset.passSeed(run()));
        }
        return draw(slices.getFirst());
    }

    private T draw(Slice slice) {
        int mask = elements.length - 1;
        int drawn = (head + (int) (random.next() % slice.size)) & mask;
        @SuppressWarnings("unchecked")
        T element = (T) elements[drawn];
        last = lineages[drawn];
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
            Stage<T> from = input.stage();
            if (from == null) {
                from = input.open();
                passes.value++;
                slices.addLast(new Slice());
            }
            T element = from.next();
            if (element != null) {
                add(element, from.lineage());
                slices.getLast().size++;
                isEmpty.value = false;
                continue;
            }
            input.close();
            if (isEmpty.value && dataset.count() < 0) {
                return;
            }
        }
    }

    private boolean needsElement() {
        if (!input.isOpen() && dataset.count() >= 0 && passes.value >= dataset.count()) {
            return false;
        }
        if (slices.size() > MOST_SLICES && held > 0) {
            return false;
        }
        if (holdsAll) {
            return input.isOpen() || slices.isEmpty() || held < mostHeld.index();
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
        mostHeld.value = Math.max(mostHeld.index(), held);
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

    @Override
    public ElementLineage lineage() {
        return delivered(last);
    }

    @Override
    public State save(LineageTable table) {
        List<ElementLineage> buffered = new ArrayList<>(held);
        for (int i = 0; i < held; i++) {
            buffered.add(notNull(lineages[(head + i) & (elements.length - 1)]));
        }
        return super.save(table)
                .with(SLICES, slices.stream().map(slice -> slice.size).toList())
                .with(BUFFER, buffered);
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        List<ElementLineage> buffered = state.get(BUFFER);
        long left = buffered.size();
        for (long size : state.get(SLICES)) {
            Slice slice = new Slice();
            slice.size = size;
            slices.addLast(slice);
            left = size > left ? -1 : left - size;
        }
        if (left != 0 || (input.isOpen() && slices.isEmpty())) {
            throw state.damaged(SLICES, "numbers of elements by pass, " + buffered.size() + " together");
        }
        List<T> recomputed = dataset.input().recompute(buffered, run());
        for (int i = 0; i < buffered.size(); i++) {
            add(recomputed.get(i), buffered.get(i));
        }
    }

    @Override
    public void close() throws IOException {
        ended.value = true;
        held = 0;
        elements = new Object[0];
        lineages = new ElementLineage[0];
        super.close();
    }

    /** The buffered elements of one pass. */
    private static final class Slice {
        long size;
    }
}

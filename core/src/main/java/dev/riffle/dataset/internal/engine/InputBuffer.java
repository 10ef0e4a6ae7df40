package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Cell;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An input and the elements that its stage has read ahead. This class reads nothing ahead itself, but begins with the
 * elements in a checkpoint. So the forms of a stage with and without threads can resume each other's checkpoints.
 */
public class InputBuffer<T> implements Cell {

    private static final Member<State> INPUT = Member.state("input");
    private static final Member<List<SavedElement>> BUFFER =
            Member.element("buffer").list();

    private final Node<T> dataset;
    private final Stage<T> input;

    /** The elements of a checkpoint, or null if the consumer has taken them. */
    private @Nullable Queue<BufferedElement<T>> restored;

    private @Nullable BufferedElement<T> delivered;

    /** Creates the buffer of {@code input}, an open stage of {@code dataset}. */
    public InputBuffer(Node<T> dataset, Stage<T> input) {
        this.dataset = dataset;
        this.input = input;
    }

    public final Stage<T> input() {
        return input;
    }

    /** Returns whether elements of a checkpoint come before those of the input. */
    public final boolean hasRestored() {
        return restored != null;
    }

    /** Returns the next element, or null at the end. */
    public @Nullable T next() throws Exception {
        return restored == null ? input.next() : nextRestored(restored);
    }

    private @Nullable T nextRestored(Queue<BufferedElement<T>> queue) throws Exception {
        delivered = queue.poll();
        if (delivered == null) {
            restored = null;
            return input.next();
        }
        return delivered.get();
    }

    /** Returns the lineage of the last element. */
    public ElementLineage lineage() {
        return delivered == null ? input.lineage() : BufferedElement.lineageOf(delivered);
    }

    /** Returns the elements that the stage has read ahead, between two elements of the input. */
    protected Collection<? extends BufferedElement<?>> held() {
        return restored == null ? List.of() : restored;
    }

    /** Adds an element of a checkpoint. */
    protected void hold(BufferedElement<T> element) {
        Queue<BufferedElement<T>> queue = restored;
        if (queue == null) {
            queue = new ArrayDeque<>();
            restored = queue;
        }
        queue.add(element);
    }

    @Override
    public final State save(State state) {
        return state.with(BUFFER, BufferedElement.saved(held())).with(INPUT, input.save(state.table()));
    }

    @Override
    public final void restore(State state) throws Exception {
        BufferedElement.restore(state.get(BUFFER), dataset, input.run()).forEach(this::hold);
        input.restore(state.get(INPUT));
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}

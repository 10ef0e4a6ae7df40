package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Cell;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The running form of a node. One thread at a time may use a stage. Code that passes a stage to another thread ensures
 * visibility.
 *
 * <p>Rules for every stage: The consumer pulls elements one by one. An exception from {@link #next} belongs to one
 * element. The next call continues after this element. At the end, {@link #next} returns null, also in later calls.
 * {@link #save} returns a state at any time between two calls. {@link #restore} on a new stage of an equal dataset
 * continues from that state with exactly the remaining elements.
 *
 * <p>A stage declares its numbers, booleans and inputs once, as fields: {@code LongCell skipped = count("skipped")}.
 * This class saves, restores and closes these cells, and closes the last one first.
 */
public abstract class Stage<T> implements Closeable {

    private final Run run;
    private final List<Cell> cells = new ArrayList<>();
    private String name;

    public Stage(Node<T> dataset, Run run) {
        this.name = dataset.name();
        this.run = run;
    }

    /** Returns the run of this stage. */
    public final Run run() {
        return run;
    }

    /** Declares a part of the state. */
    protected final <C extends Cell> C cell(C cell) {
        cells.add(cell);
        return cell;
    }

    /** Declares a number that is not negative. */
    protected final LongCell count(String name) {
        return count(name, Long.MAX_VALUE);
    }

    /** Declares a number from 0 to {@code most}. */
    protected final LongCell count(String name, long most) {
        return cell(new LongCell(name, 0, most));
    }

    /** Declares an index that is below {@code limit}. */
    protected final LongCell index(String name, int limit) {
        return count(name, limit - 1);
    }

    /** Declares a boolean. */
    protected final FlagCell flag(String name) {
        return cell(new FlagCell(name));
    }

    /** Declares an input and opens it. If the input fails to open, closes the inputs declared before it. */
    protected final <S> Stage<S> openInput(String name, Node<S> node) throws Exception {
        try {
            return cell(new InputCell<>(name, node, run, true)).open();
        } catch (Exception e) {
            throw closedAfter(e);
        }
    }

    /** Closes the inputs of this stage after a failure of its constructor. Returns the failure. */
    protected final Exception closedAfter(Exception failure) {
        try {
            closeAll(cells);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    /** Declares an input that this stage opens and closes itself, and opens it. */
    protected final <S> InputCell<S> closableInput(String name, Node<S> node) throws Exception {
        InputCell<S> input = closedInput(name, node);
        Stage<S> unused = input.open();
        return input;
    }

    /** Declares an input that this stage opens and closes itself. */
    protected final <S> InputCell<S> closedInput(String name, Node<S> node) {
        return cell(new InputCell<>(name, node, run, false));
    }

    /** Returns the next element, or null at the end. */
    public abstract @Nullable T next() throws Exception;

    /**
     * Adds the next payload to a list, instead of returning it. A stage that reads payloads overrides this method, so
     * that it needs no object for each payload. Callers may call this method and {@link #next} in turn.
     *
     * @return false at the end
     */
    public boolean nextInto(PayloadList target) throws Exception {
        T element = next();
        return element != null && target.add((Bytes) element);
    }

    /**
     * Returns the lineage of the last element that {@link #next} returned. The consumer calls this method before it
     * requests the next element.
     */
    public abstract ElementLineage lineage();

    /** Returns the state between two elements. A stage that holds elements adds them. */
    public State save(LineageTable table) {
        State state = table.state();
        for (Cell cell : cells) {
            state = cell.save(state);
        }
        return state;
    }

    /** Continues from a state. Callers call this method at most once, before the first {@link #next}. */
    public void restore(State state) throws Exception {
        for (Cell cell : cells) {
            cell.restore(state);
        }
    }

    /**
     * Releases the files and threads of this stage and of its inputs, even if one fails to close. Callers may call this
     * method more than once.
     */
    @Override
    public void close() throws IOException {
        closeAll(cells);
    }

    /** Closes all that are not null, the last first, even if one fails to close. Then throws the first failure. */
    public static void closeAll(List<? extends @Nullable Closeable> all) throws IOException {
        IOException failure = null;
        for (int i = all.size() - 1; i >= 0; i--) {
            Closeable each = all.get(i);
            try {
                if (each != null) {
                    each.close();
                }
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the name of this stage in messages. */
    public final String name() {
        return name;
    }

    public void name(String name) {
        this.name = name;
    }

    /** Returns what a stage keeps of its last element. Throws an exception if the stage has delivered no element. */
    public static <V> V delivered(@Nullable V kept) {
        if (kept == null) {
            throw new IllegalStateException("no element has been delivered");
        }
        return kept;
    }

    /**
     * Interrupts this thread again and returns the exception for an interruption of a waiting consumer. The
     * interruption loses no element.
     */
    public final DatasetException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return Failures.interrupted(name, cause);
    }

    /** Returns whether a failure is an interruption of the consumer instead of a failure of an element. */
    public static boolean isInterruption(Exception failure) {
        return failure instanceof DatasetException known && Failures.isInterruption(known);
    }

    /**
     * Returns a number from a function or a dataset as a long. Throws an exception if the number's type is not an
     * integer type.
     */
    public static long integer(String what, Number number) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        throw new IllegalArgumentException(what + " must be an integer: " + number);
    }

    /** Returns the result of a function. Throws an exception if the result is null. */
    public static <R> R notNull(@Nullable R made) {
        return Objects.requireNonNull(made, "a function must not return null");
    }
}

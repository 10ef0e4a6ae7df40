package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
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
 */
public abstract class Stage<T> implements Closeable {

    private String name;

    public Stage(Node<T> dataset) {
        this.name = dataset.name();
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

    /** Returns the state between two elements. */
    public abstract State save(Saving saving);

    /** Continues from a state. Callers call this method at most once, before the first {@link #next}. */
    public abstract void restore(State state, Restoring restoring) throws Exception;

    /** Releases the files and threads of this stage and of its inputs. Callers may call this method more than once. */
    @Override
    public abstract void close() throws IOException;

    /** Returns the name of this stage in messages. */
    public final String name() {
        return name;
    }

    public final void name(String name) {
        this.name = name;
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

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.stage.DatasetException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A dataset that is being run. Belongs to one thread at a time; whoever hands it to another thread makes that visible.
 *
 * <p>The rules for every stage: elements are pulled one by one; an exception from {@link #next} belongs to one element,
 * and the next call goes on behind it; at the end {@link #next} gives null, also when called again; {@link #save} at
 * any time between two calls gives a state from which {@link #restore}, on a fresh stage of an equal dataset, goes on
 * with exactly the elements that would have come.
 */
public abstract class Stage<T> implements Closeable {

    private String name;

    public Stage(Node<T> dataset) {
        this.name = dataset.name();
    }

    /** The next element, or null at the end. */
    public abstract @Nullable T next() throws Exception;

    /** Where the element came from that {@link #next} gave last. Called before the next one is asked for. */
    public abstract ElementLineage mark();

    /** The state between two elements. */
    public abstract State save(Saving saving);

    /** Goes on from a state. Called once, before the first {@link #next}. */
    public abstract void restore(State state, Restoring restoring) throws Exception;

    /** Releases files and threads, its inputs' too. May be called more than once. */
    @Override
    public abstract void close() throws IOException;

    /** What messages call this stage. */
    public final String name() {
        return name;
    }

    public final void name(String name) {
        this.name = name;
    }

    /** What a consumer gets that is interrupted while it waits. It stays interrupted; nothing is lost. */
    public final DatasetException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return Failures.interrupted(name, cause);
    }

    /** Whether the consumer was interrupted, which is no failure of an element. */
    public static boolean isInterruption(Exception failure) {
        return failure instanceof DatasetException known && Failures.isInterruption(known);
    }

    /** A number that a function or another dataset gave, which must be an integer. */
    public static long integer(String what, Number number) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        throw new IllegalArgumentException(what + " must be an integer: " + number);
    }

    /** What a function gave, which must not be null. */
    public static <R> R notNull(@Nullable R made) {
        return Objects.requireNonNull(made, "a function must not give null");
    }
}

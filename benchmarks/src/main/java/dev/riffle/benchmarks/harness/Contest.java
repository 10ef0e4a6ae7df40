package dev.riffle.benchmarks.harness;

import java.io.Closeable;
import java.io.IOException;

/**
 * One job that we and a rival do. Each side does the whole job, files opened and closed, and gives a number that depends on
 * everything it saw; the numbers of the two sides must be equal.
 */
public interface Contest extends Closeable {

    /** Does the job with Riffle. */
    long ours() throws Exception;

    /** Does the job as the rival does it. */
    long rival() throws Exception;

    /**
     * Compares the two sides, once, before anything is timed. Those whose number does not cover all of the result compare
     * more.
     *
     * @throws IllegalStateException if they are not equal
     */
    default void check() throws Exception {
        requireEqual(ours(), rival());
    }

    /** Puts everything back as it was before either side ran. Not timed. */
    default void clear() throws IOException {}

    @Override
    default void close() throws IOException {}

    /** Fails loudly where the two sides differ. */
    static void requireEqual(Object ours, Object rivals) {
        if (!ours.equals(rivals)) {
            throw new IllegalStateException("the two sides differ: ours gives " + ours + ", the rival " + rivals);
        }
    }
}

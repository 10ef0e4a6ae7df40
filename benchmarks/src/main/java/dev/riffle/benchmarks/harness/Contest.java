package dev.riffle.benchmarks.harness;

import java.io.Closeable;
import java.io.IOException;

/**
 * A job that Riffle and a baseline do. Each side does the complete job, including opening and closing files. Each side
 * returns a number that depends on all the data that it read, and the two numbers must be equal.
 */
public interface Contest extends Closeable {

    /** Does the job with Riffle. */
    long ours() throws Exception;

    /** Does the job with the baseline. */
    long baseline() throws Exception;

    /**
     * Compares the two sides, once, before the timing. A contest whose number does not cover the complete result
     * compares more.
     *
     * @throws IllegalStateException if they are not equal
     */
    default void check() throws Exception {
        requireEqual(ours(), baseline());
    }

    /** Restores the state before either side ran. Not timed. */
    default void clear() throws IOException {}

    @Override
    default void close() throws IOException {}

    /** Throws if the two sides differ. */
    static void requireEqual(Object ours, Object baselines) {
        if (!ours.equals(baselines)) {
            throw new IllegalStateException(
                    "the two sides differ: Riffle returned " + ours + ", the baseline " + baselines);
        }
    }
}

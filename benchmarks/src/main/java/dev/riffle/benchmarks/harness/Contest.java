package dev.riffle.benchmarks.harness;

import java.io.Closeable;
import java.io.IOException;

/**
 * Defines a job for Riffle and for a baseline. Each side does the complete job, including opening and closing files.
 * Each side returns a number that depends on all the data that it read. The two numbers must be equal.
 */
public interface Contest extends Closeable {

    /** Does the job with Riffle. Returns the number. */
    long ours() throws Exception;

    /** Does the job with the baseline. Returns the number. */
    long baseline() throws Exception;

    /** Returns the amount of data of one pass, for the absolute speeds of both sides. */
    default Amount amount() throws IOException {
        return Amount.NONE;
    }

    /**
     * Compares the two sides once, before the timing. A contest whose number does not cover the complete result makes
     * further comparisons.
     *
     * @throws IllegalStateException if the sides are not equal
     */
    default void check() throws Exception {
        requireEqual(ours(), baseline());
    }

    /** Restores the initial state, outside the timing. */
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

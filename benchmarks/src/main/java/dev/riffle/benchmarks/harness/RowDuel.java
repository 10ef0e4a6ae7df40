package dev.riffle.benchmarks.harness;

/** A class with the JMH benchmarks {@code ours} and {@code rival}. */
public interface RowDuel {

    /**
     * Compares what the two make, once, before anything is timed.
     *
     * @throws IllegalStateException if they differ
     */
    void check() throws Exception;
}

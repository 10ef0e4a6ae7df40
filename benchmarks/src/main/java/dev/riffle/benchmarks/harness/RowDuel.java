package dev.riffle.benchmarks.harness;

/** A class with the JMH benchmarks {@code ours} and {@code baseline}. */
public interface RowDuel {

    /**
     * Compares the results of both methods, once, before the timing.
     *
     * @throws IllegalStateException if they differ
     */
    void check() throws Exception;
}

package dev.riffle.benchmarks.harness;

/** Defines a class with the JMH benchmarks {@code ours} and {@code baseline}. */
public interface RowDuel {

    /**
     * Compares the results of both methods once, before the timing.
     *
     * @throws IllegalStateException if the results differ
     */
    void check() throws Exception;
}

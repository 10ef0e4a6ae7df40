package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The limits of a session.
 *
 * @param threads the number of DuckDB's threads
 * @param memoryBytes the largest amount of DuckDB's memory; empty: half of the machine's memory
 * @param spillParent the directory for the spill directory
 * @param results how DuckDB returns the rows of a query
 */
record SessionOptions(int threads, OptionalLong memoryBytes, Path spillParent, Results results) {

    /** How DuckDB returns the rows of a query. */
    enum Results {
        /** While the query runs. DuckDB then does not report its first error in words. */
        STREAMED,
        /** After the query has run. */
        COLLECTED
    }

    /** Returns these options with another way to return rows. */
    SessionOptions results(Results other) {
        return new SessionOptions(threads, memoryBytes, spillParent, other);
    }

    /** Returns a limit of DuckDB's memory; empty for -1. */
    static OptionalLong limit(long bytes) {
        long limit = Argument.positiveOrChosen(bytes, -1, "bytes");
        return limit == -1 ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    /** Returns the memory limit in DuckDB's words. */
    String memory() {
        return memoryBytes.isPresent() ? memoryBytes.getAsLong() + "B" : "50%";
    }
}

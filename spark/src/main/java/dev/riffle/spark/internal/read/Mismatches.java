package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.vector.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the records of a batch that do not fit the schema, with the reasons. */
final class Mismatches {

    private @Nullable String[] reasons = {};

    private int count;

    /** Begins a batch of this number of records. */
    void begin(int records) {
        if (count > 0) {
            Arrays.fill(reasons, null);
            count = 0;
        }
        if (reasons.length < records) {
            reasons = new String[Growth.of(records)];
        }
    }

    /** Adds a record by its number in the batch. Keeps only the first reason for a record. */
    void add(int record, String reason) {
        if (reasons[record] == null) {
            reasons[record] = reason;
            count++;
        }
    }

    /** Returns whether all records fit. */
    boolean isEmpty() {
        return count == 0;
    }

    /** Returns the reason why a record does not fit, or null if it fits. */
    @Nullable
    String reason(int record) {
        return reasons[record];
    }
}

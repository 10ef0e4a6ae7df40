package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.vector.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The records of a batch that do not fit the schema, and why. */
final class Misfits {

    private @Nullable String[] reasons = {};

    private int count;

    /** Begins a batch of so many records. */
    void begin(int records) {
        if (count > 0) {
            Arrays.fill(reasons, null);
            count = 0;
        }
        if (reasons.length < records) {
            reasons = new String[Growth.of(records)];
        }
    }

    /** Tells of a record by its number in the batch; what was told of it first stays. */
    void add(int record, String reason) {
        if (reasons[record] == null) {
            reasons[record] = reason;
            count++;
        }
    }

    /** Whether all records fit. */
    boolean isEmpty() {
        return count == 0;
    }

    /** What is wrong with a record; null if it fits. */
    @Nullable
    String reason(int record) {
        return reasons[record];
    }
}

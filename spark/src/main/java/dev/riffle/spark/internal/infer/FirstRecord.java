package dev.riffle.spark.internal.infer;

import dev.riffle.example.internal.RecordPlace;
import java.io.Serializable;
import java.util.Comparator;

/**
 * Describes the first record, for the message if no record has a feature with a kind.
 *
 * @param at the place of the record
 * @param description a description of the payload and of the record type that reads it
 */
record FirstRecord(RecordPlace at, String description) implements Serializable {

    private static final Comparator<FirstRecord> ORDER =
            Comparator.comparing(FirstRecord::at).thenComparing(FirstRecord::description);

    /** Returns the record with the earlier place. */
    static FirstRecord first(FirstRecord one, FirstRecord other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }
}

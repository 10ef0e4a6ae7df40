package dev.riffle.spark.internal.infer;

import java.io.Serializable;
import java.util.Comparator;

/**
 * Describes a record without any feature that has a kind, or a payload that is not a message of the record type.
 *
 * @param at the place of the record
 * @param description a description of the payload and of the record type that reads it
 */
record Featureless(Sighting at, String description) implements Serializable {

    private static final Comparator<Featureless> ORDER =
            Comparator.comparing(Featureless::at).thenComparing(Featureless::description);

    /** Returns the record with the earlier place. */
    static Featureless first(Featureless one, Featureless other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }
}

package dev.riffle.spark.internal.infer;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A record without any feature that has a kind, or a record that is no message of the record type.
 *
 * @param at where the record is
 * @param description what its payload looks like, and which record type reads it
 */
record Featureless(Sighting at, String description) implements Serializable {

    private static final Comparator<Featureless> ORDER =
            Comparator.comparing(Featureless::at).thenComparing(Featureless::description);

    /** Returns the earlier of two. */
    static Featureless first(Featureless one, Featureless other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }
}

package dev.riffle.spark.internal.infer;

import dev.riffle.example.Kind;
import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is known of a feature, or of a feature list, after some records that have it with a kind.
 *
 * @param kinds the kinds that were seen, one at least, each with the first record that has it
 * @param single whether each of the records has exactly one value
 * @param hasValues whether there was a value at all
 * @param text whether all values that are bytes are well-formed UTF-8; true also where there was none
 */
record PartialColumn(Map<Kind, Sighting> kinds, boolean single, boolean hasValues, boolean text)
        implements Serializable {

    PartialColumn {
        kinds = Collections.unmodifiableMap(new EnumMap<>(kinds));
    }

    /** What is known after the records of both. */
    PartialColumn merge(PartialColumn other) {
        Map<Kind, Sighting> both = new EnumMap<>(kinds);
        other.kinds.forEach((kind, seen) -> both.merge(kind, seen, Sighting::first));
        return new PartialColumn(both, single && other.single, hasValues || other.hasValues, text && other.text);
    }

    /** The first record that was seen. */
    Sighting first() {
        return Collections.min(kinds.values());
    }
}

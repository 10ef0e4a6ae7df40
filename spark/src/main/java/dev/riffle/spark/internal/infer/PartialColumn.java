package dev.riffle.spark.internal.infer;

import dev.riffle.example.Kind;
import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Holds the facts about a feature or feature list, from the records that have it with a kind.
 *
 * @param kinds the kinds found, at least one, each with the first record that has the kind
 * @param single whether each of the records has exactly one value
 * @param hasValues whether any record has a value
 * @param text whether all values of bytes are well-formed UTF-8; also true without values
 */
record PartialColumn(Map<Kind, Sighting> kinds, boolean single, boolean hasValues, boolean text)
        implements Serializable {

    PartialColumn {
        kinds = Collections.unmodifiableMap(new EnumMap<>(kinds));
    }

    /** Returns the facts from the records of both columns. */
    PartialColumn merge(PartialColumn other) {
        Map<Kind, Sighting> both = new EnumMap<>(kinds);
        other.kinds.forEach((kind, seen) -> both.merge(kind, seen, Sighting::first));
        return new PartialColumn(both, single && other.single, hasValues || other.hasValues, text && other.text);
    }

    /** Returns whether all values are numbers. */
    boolean areNumbers() {
        return !kinds.containsKey(Kind.BYTES);
    }

    /** Returns the first record with this column. */
    Sighting first() {
        return Collections.min(kinds.values());
    }
}

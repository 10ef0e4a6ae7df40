package dev.riffle.spark.internal.infer;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Holds the facts about the columns of some files. Merging is associative and commutative, so neither the order of the
 * files nor their distribution over tasks changes the result.
 *
 * @param features the features found with a kind, in Examples and in contexts
 * @param lists the feature lists found with a kind, or the features found in lists of Examples
 * @param records the number of records read, without bad ones
 * @param badRecords the number of damaged regions and of payloads that are not messages
 * @param featureless the first record without a feature; null if every record has one
 * @param problem the error that makes a schema impossible; null if none was found
 */
record PartialSchema(
        SortedMap<String, PartialColumn> features,
        SortedMap<String, PartialColumn> lists,
        long records,
        long badRecords,
        @Nullable Featureless featureless,
        @Nullable SurveyProblem problem)
        implements Serializable {

    /** The schema without facts. */
    static final PartialSchema EMPTY = new PartialSchema(new TreeMap<>(), new TreeMap<>(), 0, 0, null, null);

    PartialSchema {
        features = Collections.unmodifiableSortedMap(new TreeMap<>(features));
        lists = Collections.unmodifiableSortedMap(new TreeMap<>(lists));
    }

    /** Returns a schema without facts, with the error that makes a schema impossible. */
    static PartialSchema of(SurveyProblem problem) {
        return new PartialSchema(new TreeMap<>(), new TreeMap<>(), 0, 0, null, problem);
    }

    /** Returns the facts from the records of both schemas. */
    PartialSchema merge(PartialSchema other) {
        return new PartialSchema(
                both(features, other.features, PartialColumn::merge),
                both(lists, other.lists, PartialColumn::merge),
                records + other.records,
                badRecords + other.badRecords,
                first(featureless, other.featureless, Featureless::first),
                first(problem, other.problem, SurveyProblem::first));
    }

    private static <V> SortedMap<String, V> both(Map<String, V> one, Map<String, V> other, BinaryOperator<V> merge) {
        SortedMap<String, V> both = new TreeMap<>(one);
        other.forEach((name, value) -> both.merge(name, value, merge));
        return both;
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other, BinaryOperator<T> first) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return first.apply(one, other);
    }

    /** Returns the first record that has this name, for a feature or a feature list. */
    Optional<Sighting> firstOf(String name) {
        PartialColumn feature = features.get(name);
        PartialColumn list = lists.get(name);
        if (feature == null || list == null) {
            return Optional.ofNullable(feature == null ? list : feature).map(PartialColumn::first);
        }
        return Optional.of(Sighting.first(feature.first(), list.first()));
    }
}

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
 * What is known of the columns of some files. Merging is associative and commutative, so that neither the order of the files nor
 * how they were spread over tasks decides anything.
 *
 * @param features features of Examples, and of the contexts of SequenceExamples; only those that were seen with a kind
 * @param lists feature lists, likewise
 * @param records how many records were gone over, without bad ones
 * @param badRecords how many regions were damaged, and how many records no message
 * @param featureless the first record without a feature; null if every record has one
 * @param problem what makes all of this useless, if there is such a thing
 */
record PartialSchema(
        SortedMap<String, PartialColumn> features,
        SortedMap<String, PartialColumn> lists,
        long records,
        long badRecords,
        @Nullable Featureless featureless,
        @Nullable SurveyProblem problem)
        implements Serializable {

    /** Nothing is known. */
    static final PartialSchema EMPTY = new PartialSchema(new TreeMap<>(), new TreeMap<>(), 0, 0, null, null);

    PartialSchema {
        features = Collections.unmodifiableSortedMap(new TreeMap<>(features));
        lists = Collections.unmodifiableSortedMap(new TreeMap<>(lists));
    }

    /** Nothing is known, and nothing can be. */
    static PartialSchema of(SurveyProblem problem) {
        return new PartialSchema(new TreeMap<>(), new TreeMap<>(), 0, 0, null, problem);
    }

    /** What is known after the records of both. */
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

    /** The first record that has this feature, as a feature or as a list. */
    Optional<Sighting> firstOf(String name) {
        PartialColumn feature = features.get(name);
        PartialColumn list = lists.get(name);
        if (feature == null || list == null) {
            return Optional.ofNullable(feature == null ? list : feature).map(PartialColumn::first);
        }
        return Optional.of(Sighting.first(feature.first(), list.first()));
    }
}

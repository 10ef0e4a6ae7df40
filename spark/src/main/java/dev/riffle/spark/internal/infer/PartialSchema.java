package dev.riffle.spark.internal.infer;

import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.RecordPlace;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the facts about the columns of some files. Merging is associative and commutative, so neither the order of the
 * files nor their distribution over tasks changes the result.
 *
 * @param found the facts about the features
 * @param records the number of records read, without bad ones
 * @param badRecords the number of damaged regions and of payloads that are not messages
 * @param firstRecord the first record, good or bad; null without records
 * @param problem the error that makes a schema impossible; null if none was found
 */
record PartialSchema(
        MessageSurvey found,
        long records,
        long badRecords,
        @Nullable FirstRecord firstRecord,
        @Nullable SurveyProblem problem)
        implements Serializable {

    /** The schema without facts. */
    static final PartialSchema EMPTY = new PartialSchema(new MessageSurvey(), 0, 0, null, null);

    /** Returns a schema without facts, with the error that makes a schema impossible. */
    static PartialSchema of(SurveyProblem problem) {
        return new PartialSchema(new MessageSurvey(), 0, 0, null, problem);
    }

    /** Returns the facts from the records of both schemas. */
    PartialSchema merge(PartialSchema other) {
        return new PartialSchema(
                found.merge(other.found),
                records + other.records,
                badRecords + other.badRecords,
                first(firstRecord, other.firstRecord, FirstRecord::first),
                first(problem, other.problem, SurveyProblem::first));
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other, BinaryOperator<T> first) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return first.apply(one, other);
    }

    /** Returns the features with a kind, in Examples and in contexts. */
    SortedMap<String, FeatureFacts> features() {
        return found.features();
    }

    /** Returns the feature lists with a kind, or the features with a kind in lists of Examples. */
    SortedMap<String, FeatureFacts> lists() {
        return found.lists();
    }

    /** Returns the first record that has this name, for a feature or a feature list. */
    Optional<RecordPlace> firstOf(String name) {
        return Stream.of(features(), lists())
                .flatMap(part -> Optional.ofNullable(part.get(name)).stream())
                .map(FeatureFacts::first)
                .min(Comparator.naturalOrder());
    }
}

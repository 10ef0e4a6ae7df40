package dev.riffle.spark.internal.infer;

import dev.riffle.example.internal.RecordPlace;
import java.io.IOException;
import java.io.Serializable;
import java.util.Comparator;

/**
 * Describes the error that makes a schema of some files impossible.
 *
 * @param at the place of the error; the first of several errors
 * @param cause the error, with a message that names the place
 */
record SurveyProblem(RecordPlace at, IOException cause) implements Serializable {

    private static final Comparator<SurveyProblem> ORDER = Comparator.comparing(SurveyProblem::at)
            .thenComparing(problem -> String.valueOf(problem.cause.getMessage()));

    static SurveyProblem first(SurveyProblem one, SurveyProblem other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }
}

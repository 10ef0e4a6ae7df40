package dev.riffle.spark.internal.infer;

import java.io.IOException;
import java.io.Serializable;
import java.util.Comparator;

/**
 * Why no schema can be had of some files.
 *
 * @param at where it was met; the first place counts if there are several
 * @param cause what it is, in words that name the place
 */
record SurveyProblem(Sighting at, IOException cause) implements Serializable {

    private static final Comparator<SurveyProblem> ORDER = Comparator.comparing(SurveyProblem::at)
            .thenComparing(problem -> String.valueOf(problem.cause.getMessage()));

    static SurveyProblem first(SurveyProblem one, SurveyProblem other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }
}

package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Records the outcomes of one pass over the pipeline of a case, before and after the first failure. */
final class CaseRun {

    /** The maximum number of outcomes after a failure in a case. */
    static final int MOST_RESUMED = 12;

    private static final JsonValue FAILED = new JsonValue.Text("failed");

    private final List<Object> before = new ArrayList<>();
    private final List<JsonValue> resumed = new ArrayList<>();
    private boolean failed;

    /** Runs a pass and returns its outcomes. Reads at most {@link #MOST_RESUMED} outcomes after the first failure. */
    static CaseRun of(Dataset<Object> dataset, ConformanceCase aCase) {
        CaseRun run = new CaseRun();
        if (CasePipeline.reduces(aCase)) {
            run.reduce(dataset);
        } else {
            run.iterate(dataset);
        }
        return run;
    }

    private void reduce(Dataset<Object> dataset) {
        try {
            before.add(dataset.reduce(0L, (sum, element) -> sum + CaseElements.key(element)));
        } catch (DatasetException e) {
            failed = true;
        }
    }

    private void iterate(Dataset<Object> dataset) {
        try (DatasetIterator<Object> iterator = dataset.iterator()) {
            while (iterator.hasNext() && resumed.size() < MOST_RESUMED) {
                try {
                    Object element = iterator.next();
                    if (failed) {
                        resumed.add(CaseElements.json(element));
                    } else {
                        before.add(element);
                    }
                } catch (DatasetException e) {
                    if (failed) {
                        resumed.add(FAILED);
                    }
                    failed = true;
                }
            }
        }
    }

    boolean failed() {
        return failed;
    }

    /** Returns the elements before the first failure, or all elements. */
    String elements() {
        return CaseElements.json(before).toJson();
    }

    /** Returns the outcomes after the first failure. */
    List<JsonValue> resumed() {
        return resumed;
    }

    /**
     * Returns the differences between an expected failure and this pass. All outcomes after the failure must agree,
     * with one exception. If TensorFlow cannot build a group at the end, it repeats the error forever. Riffle drops the
     * group and ends. Such a case has the maximum number of outcomes, and its last outcomes are equal errors. Riffle
     * may return any number of failures for these repeated errors. It must return exactly one failure for any other
     * error.
     */
    List<String> problemsWithFailure(ConformanceCase expected) {
        List<String> problems = new ArrayList<>();
        if (!failed) {
            return List.of("expected a failure, found " + elements());
        }
        if (expected.has("after")) {
            String after = expected.value("after").toJson();
            if (!after.equals(elements())) {
                problems.add("before the failure expected " + after + ", found " + elements());
            }
        }
        if (expected.has("resumed")) {
            List<JsonValue> theirs = expected.items("resumed");
            if (!agrees(theirs, resumed)) {
                problems.add("after the failure expected " + new JsonValue.Items(theirs).toJson() + ", found "
                        + new JsonValue.Items(resumed).toJson());
            }
        }
        return problems;
    }

    /** Returns whether Riffle's outcomes agree with the outcomes of a case from TensorFlow. */
    static boolean agrees(List<JsonValue> theirs, List<JsonValue> ours) {
        List<JsonValue> once = outcomes(theirs.subList(0, theirs.size() - repetitions(theirs)));
        if (once.size() == theirs.size()) {
            return once.equals(ours);
        }
        return ours.size() >= once.size()
                && once.equals(ours.subList(0, once.size()))
                && ours.subList(once.size(), ours.size()).stream().allMatch(FAILED::equals);
    }

    /**
     * Returns the number of equal errors at the end of the outcomes if TensorFlow repeats that error forever; otherwise
     * 0.
     */
    private static int repetitions(List<JsonValue> theirs) {
        if (theirs.size() < MOST_RESUMED || !isError(theirs.get(theirs.size() - 1))) {
            return 0;
        }
        String last = theirs.get(theirs.size() - 1).toJson();
        int begin = theirs.size() - 1;
        while (begin > 0 && theirs.get(begin - 1).toJson().equals(last)) {
            begin--;
        }
        return theirs.size() - begin == 1 ? 0 : theirs.size() - begin;
    }

    private static boolean isError(JsonValue outcome) {
        return outcome instanceof JsonValue.Members members && members.members().containsKey("error");
    }

    private static List<JsonValue> outcomes(List<JsonValue> items) {
        return items.stream().map(item -> isError(item) ? FAILED : item).toList();
    }
}

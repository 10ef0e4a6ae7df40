package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the comparison of the outcomes after a failure with TensorFlow's outcomes. */
class CaseRunTest {

    private static final JsonValue ELEMENT = new JsonValue.Text("element");
    private static final JsonValue FAILED = new JsonValue.Text("failed");

    private static JsonValue error(String message) {
        return new JsonValue.Members(Map.of("error", new JsonValue.Text(message)));
    }

    /** Returns one element, followed by equal errors up to the maximum number of outcomes. */
    private static List<JsonValue> endless(JsonValue error) {
        List<JsonValue> outcomes = new ArrayList<>(Collections.nCopies(CaseRun.MOST_RESUMED, error));
        outcomes.set(0, ELEMENT);
        return outcomes;
    }

    @Test
    void requiresEachSingleFailureOnce() {
        List<JsonValue> once = List.of(ELEMENT, error("a"));
        assertThat(CaseRun.agrees(once, List.of(ELEMENT, FAILED))).isTrue();
        assertThat(CaseRun.agrees(once, List.of(ELEMENT))).isFalse();
        assertThat(CaseRun.agrees(once, List.of(ELEMENT, FAILED, FAILED))).isFalse();
        assertThat(CaseRun.agrees(List.of(ELEMENT), List.of(ELEMENT, FAILED))).isFalse();
    }

    @Test
    void allowsTheEndOfAnErrorThatTensorFlowRepeatsForever() {
        List<JsonValue> endless = endless(error("a"));
        assertThat(CaseRun.agrees(endless, List.of(ELEMENT))).isTrue();
        assertThat(CaseRun.agrees(endless, List.of(ELEMENT, FAILED))).isTrue();
        assertThat(CaseRun.agrees(endless, List.of())).isFalse();
        assertThat(CaseRun.agrees(endless, List.of(FAILED))).isFalse();
        assertThat(CaseRun.agrees(endless, List.of(ELEMENT, ELEMENT))).isFalse();
        assertThat(CaseRun.agrees(endless, List.of(ELEMENT, FAILED, ELEMENT))).isFalse();
    }

    @Test
    void differentErrorsAreNotARepetition() {
        List<JsonValue> different = endless(error("a"));
        different.set(CaseRun.MOST_RESUMED - 1, error("b"));
        assertThat(CaseRun.agrees(different, List.of(ELEMENT))).isFalse();
    }
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Describes a pipeline in text: one line for each stage, inputs first. */
public final class Explanation {

    private final List<Node<?>> stages;
    private final IdentityHashMap<Node<?>, Integer> numbers = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private Explanation(Node<?> last) {
        stages = new Pipeline(last).stages();
        for (int i = 0; i < stages.size(); i++) {
            numbers.put(stages.get(i), i + 1);
        }
    }

    public static String of(Node<?> last, @Nullable PipelineStatistics statistics) {
        return new Explanation(last).explain(statistics);
    }

    private String explain(@Nullable PipelineStatistics statistics) {
        for (int i = 0; i < stages.size(); i++) {
            Node<?> stage = stages.get(i);
            text.append(i + 1).append(". ").append(stage.describe());
            inputs(stage, i);
            text.append(": ").append(size(stage.cardinality()));
            if (!stage.elementSpec().equals(ElementSpec.unknown())) {
                text.append(stage.cardinality() < 0 ? ", elements: " : ": ").append(stage.elementSpec());
            }
            text.append('\n');
            if (statistics != null) {
                work(statistics.stages().get(i), statistics.time().toNanos());
            }
        }
        return text.toString();
    }

    /** Appends the numbers of the input stages, unless the only input is the previous stage. */
    private void inputs(Node<?> stage, int index) {
        List<String> of = new ArrayList<>();
        for (Node<?> input : stage.inputs()) {
            of.add(String.valueOf(numbers.get(ObservedNode.running(input))));
        }
        if (!of.isEmpty() && !of.equals(List.of(String.valueOf(index)))) {
            text.append(" of ").append(String.join(", ", of));
        }
    }

    private static String size(long cardinality) {
        if (cardinality == Node.INFINITE_CARDINALITY) {
            return "infinite";
        }
        return cardinality == Node.UNKNOWN_CARDINALITY
                ? "size unknown"
                : cardinality == 1 ? "1 element" : String.format(Locale.ROOT, "%,d elements", cardinality);
    }

    private void work(StageStatistics work, long allNanos) {
        long nanos = work.ownTime().toNanos();
        text.append(String.format(
                Locale.ROOT,
                "   delivered %,d elements, %,d bytes, own time %.3f ms (%.1f %%)",
                work.elements(),
                work.bytes(),
                nanos / 1e6,
                allNanos == 0 ? 0 : 100.0 * nanos / allNanos));
        if (work.failures() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d failures", work.failures()));
        }
        text.append('\n');
    }
}

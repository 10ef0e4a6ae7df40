package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes a pipeline in text: one line for each stage, inputs first. With a profiler, adds the work of each stage and
 * the first dataset that its function created.
 */
public final class Explanation {

    private static final String INDENT = "   ";

    private final @Nullable StageProfiler profiler;
    private final StringBuilder text = new StringBuilder();

    /** The creators of the datasets in the text. A dataset can contain the node that creates it. */
    private final Set<Node<?>> creators = Collections.newSetFromMap(new IdentityHashMap<>());

    private Explanation(@Nullable StageProfiler profiler) {
        this.profiler = profiler;
    }

    /** Describes a pipeline, and its run if {@code profiler} is not null. */
    public static String of(Node<?> last, @Nullable StageProfiler profiler) {
        Explanation explanation = new Explanation(profiler);
        explanation.explain(last, profiler == null ? null : profiler.statistics(), "");
        return explanation.text.toString();
    }

    private void explain(Node<?> last, @Nullable PipelineStatistics statistics, String indent) {
        List<Node<?>> stages = new Pipeline(last).stages();
        for (int i = 0; i < stages.size(); i++) {
            Node<?> stage = stages.get(i);
            text.append(indent).append(i + 1).append(". ").append(stage.description(Description.Purpose.EXPLANATION));
            inputs(stage, i, stages);
            text.append(": ").append(size(stage.cardinality()));
            if (!stage.elementSpec().equals(ElementSpec.unknown())) {
                text.append(stage.cardinality() < 0 ? ", elements: " : ": ").append(stage.elementSpec());
            }
            text.append('\n');
            if (statistics != null) {
                work(statistics.stages().get(i), statistics.time().toNanos());
            }
            created(stage, indent + INDENT);
        }
    }

    /** Appends the numbers of the input stages, unless the only input is the previous stage. */
    private void inputs(Node<?> stage, int index, List<Node<?>> stages) {
        List<String> of = new ArrayList<>();
        for (Node<?> input : stage.inputs()) {
            of.add(String.valueOf(stages.indexOf(ObservedNode.running(input)) + 1));
        }
        if (!of.isEmpty() && !of.equals(List.of(String.valueOf(index)))) {
            text.append(" of ").append(String.join(", ", of));
        }
    }

    private void created(Node<?> stage, String indent) {
        Node<?> dataset = profiler == null ? null : profiler.created(stage);
        if (dataset != null && creators.add(stage.unnamed())) {
            text.append(indent).append("first dataset of its function:\n");
            explain(dataset, null, indent);
        }
    }

    private static String size(long cardinality) {
        if (cardinality == Node.INFINITE_CARDINALITY) {
            return "infinite";
        }
        return cardinality == Node.UNKNOWN_CARDINALITY ? "size unknown" : counted(cardinality, "element");
    }

    private static String counted(long number, String noun) {
        return String.format(Locale.ROOT, "%,d ", number) + noun + (number == 1 ? "" : "s");
    }

    private void work(StageStatistics work, long allNanos) {
        long nanos = work.ownTime().toNanos();
        text.append(INDENT).append("delivered ").append(counted(work.elements(), "element"));
        text.append(", ").append(counted(work.bytes(), "byte"));
        text.append(String.format(
                Locale.ROOT,
                ", own time %.3f ms (%.1f %%)",
                nanos / 1e6,
                allNanos == 0 ? 0 : 100.0 * nanos / allNanos));
        if (work.failures() > 0) {
            text.append(", ").append(counted(work.failures(), "failure"));
        }
        text.append('\n');
    }
}

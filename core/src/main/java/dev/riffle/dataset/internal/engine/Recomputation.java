package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes elements again that consist of several elements of their input. Reads the input only once for all elements.
 */
public final class Recomputation {

    private Recomputation() {}

    /** Computes the parts of each lineage again. Returns one list of parts for each lineage. */
    public static <T> List<List<T>> groups(Node<T> input, List<ElementLineage> lineages, Run run) throws Exception {
        List<ElementLineage> parts = new ArrayList<>();
        for (ElementLineage lineage : lineages) {
            parts.addAll(parts(lineage));
        }
        List<T> elements = input.recompute(parts, run);
        List<List<T>> groups = new ArrayList<>(lineages.size());
        int from = 0;
        for (ElementLineage lineage : lineages) {
            int to = from + parts(lineage).size();
            groups.add(new ArrayList<>(elements.subList(from, to)));
            from = to;
        }
        return groups;
    }

    public static List<ElementLineage> parts(ElementLineage lineage) {
        if (lineage instanceof ElementLineage.Several several) {
            return several.parts();
        }
        if (lineage instanceof ElementLineage.Shared shared) {
            return shared.several().parts();
        }
        throw CheckpointFailures.damaged("not a position of several elements: " + lineage);
    }
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointException;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import java.util.ArrayList;
import java.util.List;

/** Computes elements again that consist of several others, all of them at once, so that their source is read once. */
public final class Recomputation {

    private Recomputation() {}

    /** Returns the elements of the parts of each lineage. */
    public static <T> List<List<T>> groups(Node<T> input, List<ElementLineage> marks, Run run) throws Exception {
        List<ElementLineage> parts = new ArrayList<>();
        for (ElementLineage mark : marks) {
            parts.addAll(parts(mark));
        }
        List<T> elements = input.recompute(parts, run);
        List<List<T>> groups = new ArrayList<>(marks.size());
        int from = 0;
        for (ElementLineage mark : marks) {
            int to = from + parts(mark).size();
            groups.add(new ArrayList<>(elements.subList(from, to)));
            from = to;
        }
        return groups;
    }

    public static List<ElementLineage> parts(ElementLineage mark) {
        if (mark instanceof ElementLineage.Several several) {
            return several.parts();
        }
        if (mark instanceof ElementLineage.Shared shared) {
            return shared.several().parts();
        }
        throw CheckpointException.damaged("not a position of several elements: " + mark);
    }
}

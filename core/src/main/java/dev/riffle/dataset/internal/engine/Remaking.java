package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Mark;
import java.util.ArrayList;
import java.util.List;

/** Making elements again that consist of several others: all of those at once, so that their source is read once. */
public final class Remaking {

    private Remaking() {}

    /** For each mark the elements of its parts. */
    public static <T> List<List<T>> groups(Node<T> input, List<Mark> marks, Run run) throws Exception {
        List<Mark> parts = new ArrayList<>();
        for (Mark mark : marks) {
            parts.addAll(parts(mark));
        }
        List<T> elements = input.remake(parts, run);
        List<List<T>> groups = new ArrayList<>(marks.size());
        int from = 0;
        for (Mark mark : marks) {
            int to = from + parts(mark).size();
            groups.add(new ArrayList<>(elements.subList(from, to)));
            from = to;
        }
        return groups;
    }

    public static List<Mark> parts(Mark mark) {
        if (mark instanceof Mark.Several several) {
            return several.parts();
        }
        if (mark instanceof Mark.Shared shared) {
            return shared.several().parts();
        }
        throw new IllegalArgumentException("checkpoint is damaged: not a position of several elements: " + mark);
    }
}

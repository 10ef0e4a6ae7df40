package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Computes elements with {@link ElementLineage.Replayed} lineages again. Runs the dataset once for all elements that
 * share a start, up to the last needed element. The index of a lineage counts elements, not failures.
 */
public final class ReplayedElements {

    private ReplayedElements() {}

    public static <T> List<T> recompute(Node<T> dataset, List<ElementLineage> lineages, Run run) throws Exception {
        IdentityHashMap<ReplayStart, TreeMap<Long, List<Integer>>> wanted = new IdentityHashMap<>();
        for (int i = 0; i < lineages.size(); i++) {
            ElementLineage.Replayed lineage = ElementLineage.replayed(lineages.get(i));
            wanted.computeIfAbsent(lineage.start(), start -> new TreeMap<>())
                    .computeIfAbsent(lineage.index(), index -> new ArrayList<>())
                    .add(i);
        }
        Map<Integer, T> recomputed = new TreeMap<>();
        for (Map.Entry<ReplayStart, TreeMap<Long, List<Integer>>> each : wanted.entrySet()) {
            TreeMap<Long, List<Integer>> places = each.getValue();
            List<T> kept = first(dataset, each.getKey(), places.lastKey() + 1, places.keySet(), run);
            int next = 0;
            for (List<Integer> place : places.values()) {
                T element = kept.get(next++);
                place.forEach(index -> recomputed.put(index, element));
            }
        }
        return new ArrayList<>(recomputed.values());
    }

    /** Returns the first {@code count} elements after a start. */
    public static <T> List<T> first(Node<T> dataset, ReplayStart start, long count, Run run) throws Exception {
        return first(dataset, start, count, Collections.emptySet(), run);
    }

    /**
     * Runs the dataset for {@code count} elements. Returns the elements with the indexes {@code kept}, or all elements
     * if {@code kept} is empty.
     */
    private static <T> List<T> first(Node<T> dataset, ReplayStart start, long count, Set<Long> kept, Run run)
            throws Exception {
        List<T> elements = new ArrayList<>();
        long[] index = {0};
        Replay.elements(dataset, start, count, run, element -> {
            if (kept.isEmpty() || kept.contains(index[0])) {
                elements.add(element);
            }
            index[0]++;
        });
        return elements;
    }
}

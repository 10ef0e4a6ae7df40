package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lineages in groups, such as those of one file, whose elements a node computes again together. */
public final class LineageGroups<K> {

    /** Computes the elements of one group again. */
    public interface Recomputation<K, T> {

        /** Returns the elements in the order of {@code lineages}. */
        List<? extends T> recompute(K key, List<ElementLineage> lineages) throws Exception;
    }

    private final List<ElementLineage> lineages;
    private final Map<K, List<Integer>> places = new LinkedHashMap<>();

    /** Groups lineages that have the same key. */
    public LineageGroups(List<ElementLineage> lineages, Function<ElementLineage, K> key) {
        this.lineages = lineages;
        for (int i = 0; i < lineages.size(); i++) {
            places.computeIfAbsent(key.apply(lineages.get(i)), absent -> new ArrayList<>())
                    .add(i);
        }
    }

    /** Returns the keys, in the order in which {@link #recompute} computes the groups. */
    public List<K> keys() {
        return List.copyOf(places.keySet());
    }

    /** Computes each group once. Returns the elements of all groups in the order of the lineages. */
    @SuppressWarnings("NullAway") // Every place is in exactly one group.
    public <T> List<T> recompute(Recomputation<? super K, T> recomputation) throws Exception {
        List<@Nullable T> recomputed = new ArrayList<>(Collections.nCopies(lineages.size(), null));
        for (Map.Entry<K, List<Integer>> group : places.entrySet()) {
            List<Integer> indices = group.getValue();
            List<? extends T> elements = recomputation.recompute(
                    group.getKey(), indices.stream().map(lineages::get).toList());
            for (int i = 0; i < indices.size(); i++) {
                recomputed.set(indices.get(i), elements.get(i));
            }
        }
        return recomputed;
    }

    /** Computes the parts of each lineage again. Reads the input once. Returns a list of parts for each lineage. */
    public static <T> List<List<T>> parts(Node<T> input, List<ElementLineage> lineages, Run run) throws Exception {
        Iterator<T> elements = input.recompute(
                        lineages.stream()
                                .flatMap(lineage -> ElementLineage.parts(lineage).stream())
                                .toList(),
                        run)
                .iterator();
        List<List<T>> groups = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            List<T> group = new ArrayList<>();
            for (int left = ElementLineage.parts(lineage).size(); left > 0; left--) {
                group.add(elements.next());
            }
            groups.add(group);
        }
        return groups;
    }
}

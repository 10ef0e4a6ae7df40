package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The datasets from which a stage takes elements. The stage decides the order. The lineage of an element consists of
 * the number of the element's dataset and its lineage in this dataset.
 */
public final class Inputs<T> {

    private final List<Node<T>> datasets;

    public Inputs(List<? extends Node<? extends T>> datasets) {
        List<Node<T>> widened = new ArrayList<>(datasets.size());
        for (Node<? extends T> dataset : datasets) {
            widened.add(widened(dataset));
        }
        this.datasets = List.copyOf(widened);
    }

    /** Casts a dataset to a supertype of its elements. The cast is safe because datasets only return elements. */
    @SuppressWarnings("unchecked")
    static <T> Node<T> widened(Node<? extends T> dataset) {
        return (Node<T>) dataset;
    }

    public List<Node<T>> datasets() {
        return datasets;
    }

    public static ElementLineage lineage(int number, ElementLineage lineage) {
        return ElementLineage.Several.of(new ElementLineage.Position(number), lineage);
    }

    /**
     * Returns the common spec of the elements of all datasets.
     *
     * @throws IllegalArgumentException if the specs differ in structure or type
     */
    public ElementSpec elementSpec() {
        if (datasets.isEmpty()) {
            return ElementSpec.unknown();
        }
        ElementSpec spec = datasets.get(0).elementSpec();
        for (Node<T> dataset : datasets) {
            spec = spec.common(dataset.elementSpec());
        }
        return spec;
    }

    /** Computes the elements with these lineages again, in the same order. Reads each dataset once. */
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<List<ElementLineage>> wanted = new ArrayList<>();
        for (int i = 0; i < datasets.size(); i++) {
            wanted.add(new ArrayList<>());
        }
        for (ElementLineage lineage : lineages) {
            wanted.get(checkedNumber(lineage)).add(inner(lineage));
        }
        List<T> recomputed = new ArrayList<>(Collections.nCopies(lineages.size(), null));
        for (int i = 0; i < datasets.size(); i++) {
            if (wanted.get(i).isEmpty()) {
                continue;
            }
            List<T> elements = datasets.get(i).recompute(wanted.get(i), run);
            int next = 0;
            for (int at = 0; at < lineages.size(); at++) {
                if (number(lineages.get(at)) == i) {
                    recomputed.set(at, elements.get(next++));
                }
            }
        }
        return recomputed;
    }

    /**
     * Returns the cardinality of a dataset that draws from these datasets. The cardinality is infinite if one dataset
     * is infinite, as in TensorFlow, and otherwise unknown.
     */
    public long cardinalityOfDraws() {
        for (Node<?> dataset : datasets) {
            if (dataset.cardinality() == Node.INFINITE_CARDINALITY) {
                return Node.INFINITE_CARDINALITY;
            }
        }
        return Node.UNKNOWN_CARDINALITY;
    }

    public Optional<SourcePart> origin(ElementLineage lineage) {
        return datasets.get(number(lineage)).origin(inner(lineage));
    }

    private int checkedNumber(ElementLineage lineage) {
        return ElementLineage.position(ElementLineage.parts(lineage, 2).get(0), datasets.size());
    }

    private static int number(ElementLineage lineage) {
        return (int) ElementLineage.position(ElementLineage.parts(lineage, 2).get(0));
    }

    private static ElementLineage inner(ElementLineage lineage) {
        return ElementLineage.parts(lineage, 2).get(1);
    }
}

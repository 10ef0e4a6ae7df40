package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A dataset that takes each element from one of several datasets. The stage decides the order. The lineage of an
 * element consists of the number of the element's dataset and its lineage in this dataset.
 */
public abstract class MixNode<T> extends Node<T> {

    private final List<Node<T>> datasets;
    private final ElementSpec spec;

    /**
     * Creates the node.
     *
     * @throws IllegalArgumentException if the specs of the datasets differ in structure or type
     */
    public MixNode(String name, List<? extends Node<? extends T>> datasets) {
        super(name);
        List<Node<T>> widened = new ArrayList<>(datasets.size());
        for (Node<? extends T> dataset : datasets) {
            widened.add(widened(dataset));
        }
        this.datasets = List.copyOf(widened);
        ElementSpec common =
                datasets.isEmpty() ? ElementSpec.unknown() : datasets.get(0).elementSpec();
        for (Node<? extends T> dataset : datasets) {
            common = common.common(dataset.elementSpec());
        }
        this.spec = common;
    }

    /** Casts a dataset to a supertype of its elements. The cast is safe because datasets only return elements. */
    @SuppressWarnings("unchecked")
    private static <T> Node<T> widened(Node<? extends T> dataset) {
        return (Node<T>) dataset;
    }

    public final List<Node<T>> datasets() {
        return datasets;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.copyOf(datasets);
    }

    @Override
    public final ElementSpec elementSpec() {
        return spec;
    }

    public static ElementLineage lineage(int number, ElementLineage lineage) {
        return ElementLineage.Several.of(new ElementLineage.Position(number), lineage);
    }

    /** Computes the elements with these lineages again, in the same order. Reads each dataset once. */
    @Override
    public final List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return new LineageGroups<>(lineages, this::dataset)
                .recompute((dataset, group) -> dataset.recompute(ElementLineage.eachPart(group, 2, 1), run));
    }

    @Override
    public final Optional<SourcePart> origin(ElementLineage lineage) {
        return dataset(lineage).origin(ElementLineage.part(lineage, 2, 1));
    }

    private Node<T> dataset(ElementLineage lineage) {
        return datasets.get(ElementLineage.position(ElementLineage.part(lineage, 2, 0), datasets.size()));
    }

    /**
     * Returns the cardinality of draws from the datasets. The cardinality is infinite if one dataset is infinite, as in
     * TensorFlow, and otherwise unknown.
     */
    protected final long cardinalityOfDraws() {
        return datasets.stream().anyMatch(dataset -> dataset.cardinality() == INFINITE_CARDINALITY)
                ? INFINITE_CARDINALITY
                : UNKNOWN_CARDINALITY;
    }
}

package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A dataset that takes each element from one of several datasets. The stage decides the order. The lineage of an
 * element consists of the number of the element's dataset and its lineage in this dataset.
 */
public abstract class MixNode<T> extends Node<T> {

    private final List<Node<T>> datasets;

    /**
     * Creates the node.
     *
     * @param directing the inputs that decide the order
     * @throws IllegalArgumentException if the specs of the datasets differ in structure or type
     */
    @SuppressWarnings("unchecked") // Datasets only return elements, so a supertype of their elements fits.
    public MixNode(String name, List<? extends Node<? extends T>> datasets, List<? extends Node<?>> directing) {
        super(
                name,
                common(datasets),
                Stream.concat(datasets.stream(), directing.stream()).toList());
        this.datasets = (List<Node<T>>) List.copyOf(datasets);
    }

    /** Returns these datasets. Throws an exception if the list is empty. */
    public static <L extends List<?>> L notEmpty(L datasets) {
        if (datasets.isEmpty()) {
            throw new IllegalArgumentException("datasets must not be empty: []");
        }
        return datasets;
    }

    private static ElementSpec common(List<? extends Node<?>> datasets) {
        return datasets.stream()
                .<ElementSpec>map(Node::elementSpec)
                .reduce(ElementSpec::common)
                .orElse(ElementSpec.unknown());
    }

    public final List<Node<T>> datasets() {
        return datasets;
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

    /** Returns empty if choices or weights can end the mix, or a dataset that {@linkplain #endsWithFirst ends}. */
    @Override
    public final Optional<Node<?>> endlessStage() {
        Optional<Node<?>> first = Optional.empty();
        for (int i = 0; i < inputs().size(); i++) {
            Optional<Node<?>> stage = inputs().get(i).endlessStage();
            boolean isDataset = i < datasets.size();
            if (stage.isEmpty() && (!isDataset || endsWithFirst())) {
                return Optional.empty();
            }
            first = isDataset ? first.or(() -> stage) : first;
        }
        return first;
    }

    /** Returns whether the mix can end when one of its datasets ends. Otherwise, it ends only after all of them. */
    protected boolean endsWithFirst() {
        return false;
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

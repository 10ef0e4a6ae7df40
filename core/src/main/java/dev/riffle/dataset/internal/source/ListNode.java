package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.collate.MapRows;
import dev.riffle.dataset.internal.collate.TensorSlices;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The elements of a list in memory. */
public final class ListNode<T> extends Node<T> {

    private final List<? extends T> elements;

    public ListNode(String name, List<? extends T> elements) {
        this(name, elements, ElementSpec.unknown());
    }

    public ListNode(String name, List<? extends T> elements, ElementSpec spec) {
        this(name, spec, List.copyOf(elements));
    }

    private ListNode(String name, ElementSpec spec, List<? extends T> elements) {
        super(name, spec);
        this.elements = elements;
    }

    /** Returns a node of the slices of a tensor along its first dimension. */
    public static ListNode<Tensor> slices(Tensor tensor) {
        return slices(TensorSlices.of(tensor), SliceSpecs.of(tensor));
    }

    /** Returns a node of the elements of a list. The list must never change, and it computes its elements on demand. */
    public static <T> ListNode<T> slices(List<? extends T> elements, ElementSpec spec) {
        return new ListNode<>("fromSlices", spec, elements);
    }

    /** Returns a node of maps of the slices of several tensors. */
    public static ListNode<Map<String, Tensor>> slices(Map<String, ? extends Tensor> tensors) {
        Map<String, List<Tensor>> columns = new LinkedHashMap<>();
        Map<String, ElementSpec> specs = new LinkedHashMap<>();
        tensors.forEach((key, tensor) -> {
            columns.put(key, TensorSlices.of(tensor));
            specs.put(key, SliceSpecs.of(tensor));
        });
        return slices(MapRows.of(columns), new ElementSpec.MapOf(specs));
    }

    @Override
    public Stage<T> open(Run run) {
        return new Stage<>(this, run) {

            private final LongCell index = index("index", elements.size() + 1);

            @Override
            public @Nullable T next() {
                return index.value < elements.size() ? elements.get((int) index.value++) : null;
            }

            @Override
            public ElementLineage lineage() {
                return new ElementLineage.Position(index.value - 1);
            }
        };
    }

    @Override
    public long cardinality() {
        return elements.size();
    }

    @Override
    protected void describe(Description description) {
        boolean isOne = elements.size() == 1 && description.isFor(Description.Purpose.EXPLANATION);
        description
                .with(isOne ? "1 element" : elements.size() + " elements")
                .with(!elementSpec().equals(ElementSpec.unknown()), elementSpec());
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) {
        return lineages.stream()
                .<T>map(lineage -> elements.get(ElementLineage.position(lineage, elements.size())))
                .toList();
    }
}

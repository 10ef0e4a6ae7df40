package dev.riffle.dataset.collate;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Takes a batch apart: the opposite of a {@link Collator}, and named alike.
 *
 * @param <B> the batch
 * @param <T> its elements
 * @since 0.1
 */
@FunctionalInterface
public interface Splitter<B, T> {

    /** The elements of {@code batch}, in order. */
    List<? extends T> split(B batch) throws Exception;

    /**
     * What is known of an element of a batch with this spec.
     *
     * @throws IllegalArgumentException if such a batch cannot be taken apart
     */
    default ElementSpec spec(ElementSpec batch) {
        return ElementSpec.unknown();
    }

    /** How many elements each batch with this spec has; -1 if that is not known. */
    default int size(ElementSpec batch) {
        return -1;
    }

    /** The items of lists. */
    static <T> Splitter<List<? extends T>, T> lists() {
        return new ListSplitter<>();
    }

    /** Slices of tensors along their outermost dimension, which they must have. Values are in the tensor's memory. */
    static Splitter<Tensor, Tensor> tensors() {
        return new TensorSplitter();
    }

    /** Pairs of the elements of both sides, which must be equally many. */
    static <A, B, C, D> Splitter<Pair<A, B>, Pair<C, D>> pairs(
            Splitter<? super A, C> first, Splitter<? super B, D> second) {
        return new PairSplitter<>(first, second);
    }

    /** Maps of the elements of all values, which must be equally many. */
    static <V, T> Splitter<Map<String, ? extends V>, Map<String, T>> maps(Splitter<? super V, T> values) {
        return new MapSplitter<>(values);
    }
}

package dev.riffle.dataset.collate;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.internal.Argument;
import dev.riffle.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Splits a batch into its elements: the opposite of a {@link Collator}. The static methods return splitters for the
 * results of TensorFlow's {@code batch}, lists, pairs and maps. Stages may call a splitter on other threads than the
 * consumer's. Parallel stages and several runs call a splitter from several threads in parallel. The splitters of this
 * interface are safe for use by several threads.
 *
 * @param <B> the type of the batch
 * @param <T> the type of its elements
 * @since 0.1
 */
@FunctionalInterface
public interface Splitter<B, T> {

    /** Returns the elements of {@code batch}, in order. */
    List<? extends T> split(B batch) throws Exception;

    /**
     * Returns the spec of an element of a batch with this spec.
     *
     * @throws IllegalArgumentException if the splitter cannot split batches with this spec
     */
    default ElementSpec spec(ElementSpec batch) {
        return ElementSpec.unknown();
    }

    /** Returns the number of elements of each batch with this spec, or -1 if the number is not known. */
    default int size(ElementSpec batch) {
        return -1;
    }

    /** Returns a splitter that returns the items of lists. */
    static <T> Splitter<List<? extends T>, T> lists() {
        return new ListSplitter<>();
    }

    /**
     * Returns a splitter that slices tensors along their outermost dimension. A scalar is an error. The slices share
     * the tensor's memory.
     */
    static Splitter<Tensor, Tensor> tensors() {
        return new TensorSplitter();
    }

    /**
     * Returns a splitter that splits both sides of a pair into pairs of elements. Both sides must have the same number
     * of elements.
     */
    static <A, B, C, D> Splitter<Pair<A, B>, Pair<C, D>> pairs(
            Splitter<? super A, C> first, Splitter<? super B, D> second) {
        Argument.present(first, "first");
        Argument.present(second, "second");
        return new PairSplitter<>(first, second);
    }

    /**
     * Returns a splitter that splits all values of a map into maps of elements. All values must have the same number of
     * elements.
     */
    static <V, T> Splitter<Map<String, ? extends V>, Map<String, T>> maps(Splitter<? super V, T> values) {
        Argument.present(values, "values");
        return new MapSplitter<>(values);
    }
}

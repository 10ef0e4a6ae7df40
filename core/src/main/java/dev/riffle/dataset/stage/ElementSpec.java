package dev.riffle.dataset.stage;

import dev.riffle.tensor.DType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is known of a dataset's elements before any is made: TensorFlow's {@code element_spec}. Sources and batches know
 * theirs, stages that only choose or order elements pass it on, and what a function makes is unknown until
 * {@code Dataset.elementSpec(spec)} says it. What a spec shows to be wrong is refused when the pipeline is built; the
 * same without a spec, at the element.
 *
 * <p>Tensors are {@link dev.riffle.tensor.Tensor}s, and scalars also plain Java values: {@code Long} (int64),
 * {@code Integer} (int32), {@code Float}, {@code Double}, {@code Boolean}, {@code String} and
 * {@link dev.riffle.io.Bytes} (both string). {@code toString} gives one line, such as {@code (int64 [], string [?])}.
 *
 * @since 0.1
 */
public sealed interface ElementSpec {

    /**
     * Nothing is known: plain Java objects.
     *
     * @since 0.1
     */
    record Unknown() implements ElementSpec {

        @Override
        public String toString() {
            return "unknown";
        }
    }

    /**
     * Dense tensors.
     *
     * @param dtype the type of their elements
     * @param shape their dimensions, as far as they are known
     * @since 0.1
     */
    record Dense(DType dtype, PartialShape shape) implements ElementSpec {

        @Override
        public String toString() {
            return dtype + " " + shape;
        }
    }

    /**
     * Ragged tensors. With a ragged rank of 0, dense tensors that are the rows of ragged ones: a batch of them is
     * ragged again.
     *
     * @param dtype the type of their elements
     * @param raggedRank how many dimensions, behind the outermost, have rows of different lengths
     * @param shape all their dimensions, -1 for those of different lengths
     * @since 0.1
     */
    record Ragged(DType dtype, int raggedRank, PartialShape shape) implements ElementSpec {

        @Override
        public String toString() {
            return "ragged " + dtype + " " + shape;
        }
    }

    /**
     * Sparse tensors.
     *
     * @param dtype the type of their elements
     * @param shape their dimensions, as far as they are known
     * @since 0.1
     */
    record Sparse(DType dtype, PartialShape shape) implements ElementSpec {

        @Override
        public String toString() {
            return "sparse " + dtype + " " + shape;
        }
    }

    /**
     * {@link Pair}s.
     *
     * @param first what is known of the first
     * @param second what is known of the second
     * @since 0.1
     */
    record PairOf(ElementSpec first, ElementSpec second) implements ElementSpec {

        @Override
        public String toString() {
            return "(" + first + ", " + second + ")";
        }
    }

    /**
     * Maps with these keys.
     *
     * @param entries what is known of the value of each key
     * @since 0.1
     */
    record MapOf(Map<String, ElementSpec> entries) implements ElementSpec {

        /** A spec of maps with these keys, in this order. */
        public MapOf {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        @Override
        public String toString() {
            return entries.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .collect(Collectors.joining(", ", "{", "}"));
        }
    }

    /**
     * Lists.
     *
     * @param item what is known of their items
     * @param size how many there are, -1 if that is not known
     * @since 0.1
     */
    record ListOf(ElementSpec item, int size) implements ElementSpec {

        @Override
        public String toString() {
            String items = item instanceof Unknown ? "" : " " + item;
            return "list" + (size >= 0 ? " of " + size : items.isEmpty() ? "" : " of") + items;
        }
    }

    /**
     * Datasets, as {@link dev.riffle.dataset.Dataset#window} gives them.
     *
     * @param element what is known of their elements
     * @since 0.1
     */
    record DatasetOf(ElementSpec element) implements ElementSpec {

        @Override
        public String toString() {
            return "dataset of " + element;
        }
    }

    /** Nothing is known. */
    static ElementSpec unknown() {
        return new Unknown();
    }

    /** Scalars. */
    static ElementSpec scalar(DType dtype) {
        return new Dense(dtype, PartialShape.of());
    }

    /**
     * Dense tensors.
     *
     * @param dims the dimensions, -1 for those whose size is not known
     */
    static ElementSpec dense(DType dtype, int... dims) {
        return new Dense(dtype, PartialShape.of(dims));
    }

    /**
     * Whether elements of both kinds may come from one dataset, as {@link dev.riffle.dataset.Dataset#concatenate} asks:
     * the same structure and the same types; dimensions may differ. What is unknown fits everything.
     */
    default boolean isCompatibleWith(ElementSpec other) {
        return SpecComparison.compatible(this, other);
    }

    /**
     * What is true of elements of both kinds.
     *
     * @throws IllegalArgumentException if they are not compatible
     */
    default ElementSpec common(ElementSpec other) {
        if (!isCompatibleWith(other)) {
            throw new IllegalArgumentException("incompatible elements: " + this + " and " + other);
        }
        return SpecComparison.common(this, other);
    }
}

package dev.riffle.dataset.stage;

import dev.riffle.internal.Argument;
import dev.riffle.tensor.DType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The types and shapes of a dataset's elements that are known before a run: TensorFlow's {@code element_spec}.
 *
 * <p>Sources and batches have a spec. Stages that only choose or order elements keep the spec of their input. The spec
 * of a function's results is unknown until {@code Dataset.elementSpec(spec)} declares it. With a spec, Riffle rejects a
 * mismatch when it builds the pipeline. Without a spec, Riffle rejects a mismatch when it reads the element.
 *
 * <p>Tensors are {@link dev.riffle.tensor.Tensor}s. Scalars may also be plain Java values: {@code Long} (int64),
 * {@code Integer} (int32), {@code Float}, {@code Double}, {@code Boolean}, {@code String} and
 * {@link dev.riffle.io.Bytes} (both string). {@code toString} returns one line, such as {@code (int64 [], string [?])}.
 * Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public sealed interface ElementSpec {

    /**
     * The spec of elements of unknown type, such as plain Java objects. Immutable.
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
     * The spec of dense tensors. Immutable.
     *
     * @param dtype the type of the tensors' elements
     * @param shape the known dimensions
     * @since 0.1
     */
    record Dense(DType dtype, PartialShape shape) implements ElementSpec {

        /** Creates the spec of a dense tensor. Throws {@link IllegalArgumentException} if an argument is null. */
        public Dense {
            Argument.present(dtype, "dtype");
            Argument.present(shape, "shape");
        }

        @Override
        public String toString() {
            return dtype + " " + shape;
        }
    }

    /**
     * The spec of ragged tensors. A ragged rank of 0 means dense tensors that are rows of ragged tensors. A batch of
     * such rows is ragged again. Immutable.
     *
     * @param dtype the type of the tensors' elements
     * @param raggedRank the number of dimensions after the outermost that have rows of different lengths
     * @param shape all dimensions, -1 for a dimension whose rows have different lengths
     * @since 0.1
     */
    record Ragged(DType dtype, int raggedRank, PartialShape shape) implements ElementSpec {

        /** Creates the spec of a ragged tensor. Throws {@link IllegalArgumentException} if an argument is null. */
        public Ragged {
            Argument.present(dtype, "dtype");
            Argument.present(shape, "shape");
        }

        @Override
        public String toString() {
            return "ragged " + dtype + " " + shape;
        }
    }

    /**
     * The spec of sparse tensors. Immutable.
     *
     * @param dtype the type of the tensors' elements
     * @param shape the known dimensions
     * @since 0.1
     */
    record Sparse(DType dtype, PartialShape shape) implements ElementSpec {

        /** Creates the spec of a sparse tensor. Throws {@link IllegalArgumentException} if an argument is null. */
        public Sparse {
            Argument.present(dtype, "dtype");
            Argument.present(shape, "shape");
        }

        @Override
        public String toString() {
            return "sparse " + dtype + " " + shape;
        }
    }

    /**
     * The spec of {@link Pair}s. Immutable.
     *
     * @param first the spec of the first values
     * @param second the spec of the second values
     * @since 0.1
     */
    record PairOf(ElementSpec first, ElementSpec second) implements ElementSpec {

        /** Creates the spec of a pair. Throws {@link IllegalArgumentException} if an argument is null. */
        public PairOf {
            Argument.present(first, "first");
            Argument.present(second, "second");
        }

        @Override
        public String toString() {
            return "(" + first + ", " + second + ")";
        }
    }

    /**
     * The spec of maps with a fixed set of keys. Immutable.
     *
     * @param entries the spec of the value of each key
     * @since 0.1
     */
    record MapOf(Map<String, ElementSpec> entries) implements ElementSpec {

        /** Creates a spec of maps with these keys, in this order. */
        public MapOf {
            Argument.allPresent(entries, "entries");
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
     * The spec of lists. Immutable.
     *
     * @param item the spec of the items
     * @param size the number of items, or -1 if the number is not known
     * @since 0.1
     */
    record ListOf(ElementSpec item, int size) implements ElementSpec {

        /** Creates the spec of a list. Throws {@link IllegalArgumentException} if an argument is null. */
        public ListOf {
            Argument.present(item, "item");
        }

        @Override
        public String toString() {
            String items = item instanceof Unknown ? "" : " " + item;
            return "list" + (size >= 0 ? " of " + size : items.isEmpty() ? "" : " of") + items;
        }
    }

    /**
     * The spec of datasets, such as the windows of {@link dev.riffle.dataset.Dataset#window}. Immutable.
     *
     * @param element the spec of the datasets' elements
     * @since 0.1
     */
    record DatasetOf(ElementSpec element) implements ElementSpec {

        /** Creates the spec of a dataset. Throws {@link IllegalArgumentException} if an argument is null. */
        public DatasetOf {
            Argument.present(element, "element");
        }

        @Override
        public String toString() {
            return "dataset of " + element;
        }
    }

    /** Returns the spec of elements of unknown type. */
    static ElementSpec unknown() {
        return new Unknown();
    }

    /** Returns the spec of scalars of this type. */
    static ElementSpec scalar(DType dtype) {
        return new Dense(dtype, PartialShape.of());
    }

    /**
     * Returns the spec of dense tensors.
     *
     * @param dims the dimensions, -1 for a dimension of unknown size
     */
    static ElementSpec dense(DType dtype, int... dims) {
        return new Dense(dtype, PartialShape.of(dims));
    }

    /**
     * Returns whether one dataset may contain elements of both specs. {@link dev.riffle.dataset.Dataset#concatenate}
     * requires compatible specs. Compatible specs have equal structures and types, but dimensions may differ. An
     * unknown spec is compatible with every spec.
     */
    default boolean isCompatibleWith(ElementSpec other) {
        Argument.present(other, "other");
        return SpecComparison.compatible(this, other);
    }

    /**
     * Returns the most precise spec that covers the elements of both specs.
     *
     * @throws IllegalArgumentException if the specs are not compatible
     */
    default ElementSpec common(ElementSpec other) {
        Argument.present(other, "other");
        if (!isCompatibleWith(other)) {
            throw new IllegalArgumentException("incompatible elements: " + this + " and " + other);
        }
        return SpecComparison.common(this, other);
    }
}

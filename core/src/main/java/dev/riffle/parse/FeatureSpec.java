package dev.riffle.parse;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.List;
import java.util.Optional;

/**
 * Describes how to parse one feature, with the names of TensorFlow. Immutable and safe for use by several threads. Two
 * specs are equal if all their parts are equal. {@code toString} returns the form that {@link FeatureSpecs} documents.
 *
 * <pre>{@code
 * FeatureSpecs specs = FeatureSpecs.builder()
 *         .put("label", FeatureSpec.fixedLen(DType.INT64))
 *         .put("tags", FeatureSpec.varLen(DType.STRING))
 *         .build();
 * }</pre>
 *
 * <p>An Example supports all five specs. The context of a SequenceExample supports {@link FixedLen}, {@link VarLen} and
 * {@link Ragged}. Its feature lists support {@link FixedLenSequence}, {@link VarLen} and {@link Ragged}.
 *
 * <p>Source of the rules: {@code tensorflow/python/ops/parsing_config.py}.
 *
 * @since 0.1
 */
public sealed interface FeatureSpec {

    /** Returns the type of the elements. */
    DType dtype();

    /** Calls the method of {@code visitor} for this kind of spec, and returns the result. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Handles each kind of spec in its own method. A new kind of spec adds a method, so that the compiler reports every
     * visitor without this method.
     *
     * @param <R> the type of the result
     * @since 0.1
     */
    interface Visitor<R> {

        /** Returns the result for a feature of fixed length. */
        R visitFixedLen(FixedLen spec);

        /** Returns the result for a sequence of elements of one shape. */
        R visitFixedLenSequence(FixedLenSequence spec);

        /** Returns the result for a feature of any length. */
        R visitVarLen(VarLen spec);

        /** Returns the result for values with indices. */
        R visitSparse(Sparse spec);

        /** Returns the result for values in rows. */
        R visitRagged(Ragged spec);
    }

    /**
     * Defines whether a feature or list can be missing.
     *
     * @since 0.1
     */
    enum Missing {
        /** A missing feature or list is an error. */
        REJECTED,
        /** The parser treats a missing feature or list as an empty feature or list. */
        EMPTY
    }

    /**
     * Defines whether the parser sorts the indices of a sparse feature.
     *
     * @since 0.1
     */
    enum IndexOrder {
        /** The parser sorts the indices. */
        SORT,
        /** The parser keeps the order of the record, even if the indices are not sorted. */
        AS_WRITTEN
    }

    /**
     * Defines whether the parser checks the partitions of a ragged feature.
     *
     * @since 0.1
     */
    enum Validation {
        /** Like TensorFlow, the parser does not check the partitions. */
        OFF,
        /** The partitions must fit the values. */
        ON
    }

    /**
     * Returns a spec for a required feature with a fixed number of values: {@code fixedLen(DType.INT64)} for a single
     * value, {@code fixedLen(DType.FLOAT32, 28, 28)} for 28 rows of 28 values.
     */
    static FixedLen fixedLen(DType dtype, int... shape) {
        Argument.present(shape, "shape");
        return new FixedLen(dtype, Shape.of(shape), Optional.empty());
    }

    /**
     * Returns a spec for a required sequence of elements of this shape, of any length. Without a shape, the elements
     * are single values.
     */
    static FixedLenSequence fixedLenSequence(DType dtype, int... shape) {
        Argument.present(shape, "shape");
        return new FixedLenSequence(dtype, Shape.of(shape), Missing.REJECTED, Optional.empty());
    }

    /** Returns a spec for a feature with any number of values. */
    static VarLen varLen(DType dtype) {
        return new VarLen(dtype);
    }

    /** Returns a spec for values with indices in one dimension of this size. */
    static Sparse sparse(String indexKey, String valueKey, DType dtype, int size) {
        Argument.present(indexKey, "indexKey");
        return sparse(List.of(indexKey), valueKey, dtype, Shape.of(size));
    }

    /** Returns a spec for values with indices in several dimensions. Each dimension has an index key. */
    static Sparse sparse(List<String> indexKeys, String valueKey, DType dtype, Shape size) {
        return new Sparse(indexKeys, valueKey, dtype, size, IndexOrder.SORT);
    }

    /**
     * Returns a spec for one row of values for each record. The values come from the feature with the spec's name. The
     * row splits are INT32. The parser does not check them.
     */
    static Ragged ragged(DType dtype) {
        return new Ragged(dtype, Optional.empty(), List.of(), DType.INT32, Validation.OFF);
    }

    /**
     * A fixed number of values: {@code tf.io.FixedLenFeature}. A batch of B records has a dense tensor of shape
     * {@code [B] + shape}. Immutable.
     *
     * @param dtype the type of the elements
     * @param shape the dimensions for one record; a scalar shape for a single value
     * @param defaultValue the values for a record without the feature, in the number of elements of the shape. The last
     *     dimension varies fastest. Without a default, the feature is required. A default without elements means no
     *     default, as in TensorFlow
     * @since 0.1
     */
    record FixedLen(DType dtype, Shape shape, Optional<Values> defaultValue) implements FeatureSpec {

        /**
         * Checks the components.
         *
         * @throws IllegalArgumentException if features cannot contain elements of the type, if the default has another
         *     type or number of elements, or if the shape has more elements than an array can have
         */
        public FixedLen {
            Argument.present(dtype, "dtype");
            Argument.present(shape, "shape");
            Argument.present(defaultValue, "defaultValue");
            DTypeNames.check(dtype);
            Defaults.checkedElements(shape);
            defaultValue = Defaults.checkedDefault(dtype, shape, defaultValue);
        }

        /** Returns this spec with a default of integers. The integers become floats if the type is a float type. */
        public FixedLen withDefault(long... values) {
            Argument.present(values, "values");
            return withDefault(Defaults.of(dtype, values));
        }

        /** Returns this spec with a default of floats. */
        public FixedLen withDefault(float... values) {
            return withDefault(Defaults.of(dtype, values));
        }

        /** Returns this spec with a default of doubles. The doubles are rounded if the type is FLOAT32. */
        public FixedLen withDefault(double... values) {
            Argument.present(values, "values");
            return withDefault(Defaults.of(dtype, values));
        }

        /** Returns this spec with a default of texts in UTF-8. */
        public FixedLen withDefault(String... values) {
            return withDefault(Values.ofStrings(values));
        }

        /** Returns this spec with a default of byte strings. */
        public FixedLen withDefault(Bytes... values) {
            Argument.allPresent(values, "values");
            return withDefault(Values.ofBytes(List.of(values)));
        }

        private FixedLen withDefault(Values values) {
            return new FixedLen(dtype, shape, Optional.of(values));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            Argument.present(visitor, "visitor");
            return visitor.visitFixedLen(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Any number of elements of one shape: {@code tf.io.FixedLenSequenceFeature}. A batch of B records has a dense
     * tensor of shape {@code [B, T] + shape}. T is the length of the longest sequence. The parser pads shorter
     * sequences. For Examples, the spec must allow a missing feature. For feature lists, the spec must not set a
     * padding value. Immutable.
     *
     * @param dtype the type of the elements
     * @param shape the dimensions of one element, all at least 1; a scalar shape for single values
     * @param missing whether records can lack the feature
     * @param padding the value that fills shorter sequences; if empty, 0 or the empty string
     * @since 0.1
     */
    record FixedLenSequence(DType dtype, Shape shape, Missing missing, Optional<Values> padding)
            implements FeatureSpec {

        /**
         * Checks the components.
         *
         * @throws IllegalArgumentException if features cannot contain elements of the type, if a dimension is 0
         *     (TensorFlow divides by it), or if the padding is not one value of the type
         */
        public FixedLenSequence {
            Argument.present(dtype, "dtype");
            Argument.present(shape, "shape");
            Argument.present(missing, "missing");
            Argument.present(padding, "padding");
            DTypeNames.check(dtype);
            if (Defaults.checkedElements(shape) == 0) {
                throw new IllegalArgumentException("the shape of a sequence element must not contain 0: " + shape);
            }
            padding = Defaults.checkedPadding(dtype, padding);
        }

        /** Returns this spec for a feature that can be missing. A record without the feature has an empty sequence. */
        public FixedLenSequence allowMissing() {
            return new FixedLenSequence(dtype, shape, Missing.EMPTY, padding);
        }

        /**
         * Returns this spec with an integer as padding value. The integer becomes a float if the type is a float type.
         */
        public FixedLenSequence paddedWith(long value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** Returns this spec with a float as padding value. */
        public FixedLenSequence paddedWith(float value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** Returns this spec with a double as padding value. The double is rounded if the type is FLOAT32. */
        public FixedLenSequence paddedWith(double value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** Returns this spec with a text as padding value, in UTF-8. */
        public FixedLenSequence paddedWith(String value) {
            return paddedWith(Values.ofStrings(Argument.present(value, "value")));
        }

        /** Returns this spec with a byte string as padding value. */
        public FixedLenSequence paddedWith(Bytes value) {
            Argument.present(value, "value");
            return paddedWith(Values.ofBytes(List.of(value)));
        }

        private FixedLenSequence paddedWith(Values value) {
            return new FixedLenSequence(dtype, shape, missing, Optional.of(value));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            Argument.present(visitor, "visitor");
            return visitor.visitFixedLenSequence(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Any number of values: {@code tf.io.VarLenFeature}. A batch of B records has a sparse tensor of shape
     * {@code [B, N]}. N is the largest number of values of a record. Immutable.
     *
     * @param dtype the type of the elements
     * @since 0.1
     */
    record VarLen(DType dtype) implements FeatureSpec {

        /**
         * Checks the type.
         *
         * @throws IllegalArgumentException if features cannot contain elements of the type
         */
        public VarLen {
            Argument.present(dtype, "dtype");
            DTypeNames.check(dtype);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            Argument.present(visitor, "visitor");
            return visitor.visitVarLen(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Values with indices: {@code tf.io.SparseFeature}. A batch of B records has a sparse tensor of shape
     * {@code [B] + size}. Immutable.
     *
     * @param indexKeys for each dimension, the name of the feature with its indices; at least one
     * @param valueKey the feature that holds the values
     * @param dtype the type of the values
     * @param size the dimensions, one for each index key
     * @param order whether the parser sorts the indices
     * @since 0.1
     */
    record Sparse(List<String> indexKeys, String valueKey, DType dtype, Shape size, IndexOrder order)
            implements FeatureSpec {

        /**
         * Checks the components.
         *
         * @throws IllegalArgumentException if features cannot contain elements of the type, if a key is missing or
         *     empty, or if the number of keys is not the number of dimensions
         */
        public Sparse {
            Argument.allPresent(indexKeys, "indexKeys");
            Argument.present(valueKey, "valueKey");
            Argument.present(dtype, "dtype");
            Argument.present(size, "size");
            Argument.present(order, "order");
            DTypeNames.check(dtype);
            indexKeys = List.copyOf(indexKeys);
            if (indexKeys.isEmpty()) {
                throw new IllegalArgumentException("sparse: expected an index key for each dimension, found none");
            }
            for (String indexKey : indexKeys) {
                SpecRoles.checkNamed("sparse: index key", indexKey);
            }
            SpecRoles.checkNamed("sparse: value key", valueKey);
            if (indexKeys.size() != size.rank()) {
                throw new IllegalArgumentException("sparse: expected one index key for each dimension of the size "
                        + size + ", found " + indexKeys.size() + ": " + indexKeys);
            }
        }

        /** Returns this spec without sorting: the parser keeps the indices in the order of the record. */
        public Sparse alreadySorted() {
            return new Sparse(indexKeys, valueKey, dtype, size, IndexOrder.AS_WRITTEN);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            Argument.present(visitor, "visitor");
            return visitor.visitSparse(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Values in rows: {@code tf.io.RaggedFeature}. A batch of B records has a ragged tensor with one row for each
     * record. The partitions divide each row further. Immutable.
     *
     * @param dtype the type of the values
     * @param valueKey the feature that holds the values; if empty, the feature with the spec's name
     * @param partitions divide the values of a record into rows, outermost first; empty for one row
     * @param rowSplitsDType the type of the row splits: INT32 or INT64
     * @param validation whether partitions must fit the values
     * @since 0.1
     */
    record Ragged(
            DType dtype,
            Optional<String> valueKey,
            List<Partition> partitions,
            DType rowSplitsDType,
            Validation validation)
            implements FeatureSpec {

        /**
         * Checks the components.
         *
         * @throws IllegalArgumentException if features cannot contain elements of the type, if the value key is an
         *     empty text, or if the row splits are not integers
         */
        public Ragged {
            Argument.present(dtype, "dtype");
            Argument.present(valueKey, "valueKey");
            Argument.allPresent(partitions, "partitions");
            Argument.present(rowSplitsDType, "rowSplitsDType");
            Argument.present(validation, "validation");
            DTypeNames.check(dtype);
            partitions = List.copyOf(partitions);
            valueKey.ifPresent(key -> SpecRoles.checkNamed("ragged: value key", key));
            if (rowSplitsDType != DType.INT32 && rowSplitsDType != DType.INT64) {
                throw new IllegalArgumentException("ragged: row splits must be int32 or int64: " + rowSplitsDType);
            }
        }

        /** Returns this spec with values from the feature with this key. */
        public Ragged valueKey(String key) {
            Argument.present(key, "key");
            return new Ragged(dtype, Optional.of(key), partitions, rowSplitsDType, validation);
        }

        /** Returns this spec with these partitions, outermost first. */
        public Ragged partitionedBy(Partition... outermostFirst) {
            Argument.allPresent(outermostFirst, "outermostFirst");
            return new Ragged(dtype, valueKey, List.of(outermostFirst), rowSplitsDType, validation);
        }

        /** Returns this spec with row splits of this type: INT32 or INT64. */
        public Ragged rowSplitsDType(DType type) {
            Argument.present(type, "type");
            return new Ragged(dtype, valueKey, partitions, type, validation);
        }

        /** Returns this spec with validation: the partitions must fit the values. */
        public Ragged validated() {
            return new Ragged(dtype, valueKey, partitions, rowSplitsDType, Validation.ON);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            Argument.present(visitor, "visitor");
            return visitor.visitRagged(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }
}

package dev.riffle.parse;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.List;
import java.util.Optional;

/**
 * What is wanted of one feature, with the names of the reference. A value: immutable, equal when all parts are, and printed in
 * the form that {@link FeatureSpecs} documents. Which specs go where: an Example takes all five; the context of a
 * SequenceExample {@link FixedLen}, {@link VarLen} and {@link Ragged}; its feature lists {@link FixedLenSequence},
 * {@link VarLen} and {@link Ragged}.
 *
 * <p>Source of the rules: {@code tensorflow/python/ops/parsing_config.py}.
 */
public sealed interface FeatureSpec {

    /** The type of the elements. */
    DType dtype();

    /** Calls the method of {@code visitor} for this kind of spec, and returns its result. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Treats each kind of spec in its own way. A new kind of spec adds a method, so that the compiler lists every
     * visitor that must be extended.
     *
     * @param <R> the type of the result
     */
    interface Visitor<R> {

        /** Returns the result for a feature of fixed length. */
        R visitFixedLen(FixedLen spec);

        /** Returns the result for a sequence of elements of one shape. */
        R visitFixedLenSequence(FixedLenSequence spec);

        /** Returns the result for a feature of any length. */
        R visitVarLen(VarLen spec);

        /** Returns the result for values with their places. */
        R visitSparse(Sparse spec);

        /** Returns the result for values in rows. */
        R visitRagged(Ragged spec);
    }

    /** Whether a feature or list may be missing. */
    enum Missing {
        /** A missing one is an error. */
        REFUSED,
        /** A missing one is empty. */
        EMPTY
    }

    /** What becomes of the indices of a sparse feature. */
    enum IndexOrder {
        /** They are sorted. */
        SORT,
        /** They are taken as they are written, sorted or not. */
        AS_WRITTEN
    }

    /** Whether the partitions of a ragged feature are looked at. */
    enum Validation {
        /** They are taken as they are, as in the reference. */
        OFF,
        /** They must fit the values. */
        ON
    }

    /**
     * Always so many values, required: {@code fixedLen(DType.INT64)} for a single one, {@code fixedLen(DType.FLOAT32, 28, 28)}
     * for 28 rows of 28.
     */
    static FixedLen fixedLen(DType dtype, int... shape) {
        return new FixedLen(dtype, Shape.of(shape), Optional.empty());
    }

    /** Any number of elements of the given shape, without one behind the type if they are single values; required. */
    static FixedLenSequence fixedLenSequence(DType dtype, int... shape) {
        return new FixedLenSequence(dtype, Shape.of(shape), Missing.REFUSED, Optional.empty());
    }

    /** Any number of values. */
    static VarLen varLen(DType dtype) {
        return new VarLen(dtype);
    }

    /** Values in one dimension of the given size, with the place of each. */
    static Sparse sparse(String indexKey, String valueKey, DType dtype, int size) {
        return sparse(List.of(indexKey), valueKey, dtype, Shape.of(size));
    }

    /** Values in several dimensions, with an index key for each dimension. */
    static Sparse sparse(List<String> indexKeys, String valueKey, DType dtype, Shape size) {
        return new Sparse(indexKeys, valueKey, dtype, size, IndexOrder.SORT);
    }

    /** The values of the feature of the spec's own name as one row a record, row splits in INT32, not validated. */
    static Ragged ragged(DType dtype) {
        return new Ragged(dtype, Optional.empty(), List.of(), DType.INT32, Validation.OFF);
    }

    /**
     * Always so many values: {@code tf.io.FixedLenFeature}. A batch of B records gives a dense tensor {@code [B] + shape}.
     *
     * @param dtype the type of the elements
     * @param shape the dimensions for one record; scalar for a single value
     * @param defaultValue what a record without the feature gets, as many elements as the shape has, the last dimension
     *     varying fastest; without it, the feature is required. No elements are no default, as in the reference
     */
    record FixedLen(DType dtype, Shape shape, Optional<Values> defaultValue) implements FeatureSpec {

        /**
         * @throws IllegalArgumentException if features hold no elements of the type, or the default is not of it, or has another
         *     number of elements, or there are more elements than an array can have
         */
        public FixedLen {
            DTypeNames.check(dtype);
            Defaults.checkedElements(shape);
            defaultValue = Defaults.checkedDefault(dtype, shape, defaultValue);
        }

        /** This spec with a default; integers become floats where the type is one. */
        public FixedLen withDefault(long... values) {
            return withDefault(Defaults.of(dtype, values));
        }

        /** This spec with a default. */
        public FixedLen withDefault(float... values) {
            return withDefault(Defaults.of(dtype, values));
        }

        /** This spec with a default, rounded where the type is FLOAT32. */
        public FixedLen withDefault(double... values) {
            return withDefault(Defaults.of(dtype, values));
        }

        /** This spec with a default: texts in UTF-8. */
        public FixedLen withDefault(String... values) {
            return withDefault(Values.ofStrings(values));
        }

        /** This spec with a default: byte strings. */
        public FixedLen withDefault(Bytes... values) {
            return withDefault(Values.ofBytes(List.of(values)));
        }

        private FixedLen withDefault(Values values) {
            return new FixedLen(dtype, shape, Optional.of(values));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitFixedLen(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Any number of elements of one shape: {@code tf.io.FixedLenSequenceFeature}. A batch of B records gives a dense tensor
     * {@code [B, T] + shape}, where T is the longest; shorter ones are padded. Of an Example it must allow missing; in a
     * feature list it has no padding value of its own.
     *
     * @param dtype the type of the elements
     * @param shape the dimensions of one element, none of them 0; scalar for single values
     * @param missing whether records may be without it
     * @param padding the one value that fills up; without it 0 or the empty string
     */
    record FixedLenSequence(DType dtype, Shape shape, Missing missing, Optional<Values> padding)
            implements FeatureSpec {

        /**
         * @throws IllegalArgumentException if features hold no elements of the type, or a dimension is 0, at which TensorFlow
         *     divides by zero, or the padding is not one value of the type
         */
        public FixedLenSequence {
            DTypeNames.check(dtype);
            if (Defaults.checkedElements(shape) == 0) {
                throw new IllegalArgumentException(
                        "an element of a sequence must not be of shape " + shape + ", which holds no values");
            }
            padding = Defaults.checkedPadding(dtype, padding);
        }

        /** This spec, where a record without the feature has a sequence without elements. */
        public FixedLenSequence allowMissing() {
            return new FixedLenSequence(dtype, shape, Missing.EMPTY, padding);
        }

        /** This spec with a value that fills up; an integer becomes a float where the type is one. */
        public FixedLenSequence paddedWith(long value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** This spec with a value that fills up. */
        public FixedLenSequence paddedWith(float value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** This spec with a value that fills up, rounded where the type is FLOAT32. */
        public FixedLenSequence paddedWith(double value) {
            return paddedWith(Defaults.of(dtype, value));
        }

        /** This spec with a text that fills up, in UTF-8. */
        public FixedLenSequence paddedWith(String value) {
            return paddedWith(Values.ofStrings(value));
        }

        /** This spec with a byte string that fills up. */
        public FixedLenSequence paddedWith(Bytes value) {
            return paddedWith(Values.ofBytes(List.of(value)));
        }

        private FixedLenSequence paddedWith(Values value) {
            return new FixedLenSequence(dtype, shape, missing, Optional.of(value));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitFixedLenSequence(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Any number of values: {@code tf.io.VarLenFeature}. A batch of B records gives a sparse tensor {@code [B, N]}, where N is
     * the longest.
     *
     * @param dtype the type of the elements
     */
    record VarLen(DType dtype) implements FeatureSpec {

        /** @throws IllegalArgumentException if features hold no elements of the type */
        public VarLen {
            DTypeNames.check(dtype);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitVarLen(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Values and their places: {@code tf.io.SparseFeature}. A batch of B records gives a sparse tensor {@code [B] + size}.
     *
     * @param indexKeys for each dimension the feature whose integers are the indices along it; at least one
     * @param valueKey the feature that holds the values
     * @param dtype the type of the values
     * @param size the dimensions, as many as index keys
     * @param order whether indices are sorted
     */
    record Sparse(List<String> indexKeys, String valueKey, DType dtype, Shape size, IndexOrder order)
            implements FeatureSpec {

        /**
         * @throws IllegalArgumentException if features hold no elements of the type, or a key is missing or empty, or there are
         *     more or fewer keys than dimensions
         */
        public Sparse {
            DTypeNames.check(dtype);
            indexKeys = List.copyOf(indexKeys);
            if (indexKeys.isEmpty()) {
                throw new IllegalArgumentException("sparse: name an index key for each dimension; there is none");
            }
            for (String indexKey : indexKeys) {
                SpecRoles.checkNamed("sparse: index key", indexKey);
            }
            SpecRoles.checkNamed("sparse: value key", valueKey);
            if (indexKeys.size() != size.rank()) {
                throw new IllegalArgumentException("sparse: each dimension has one index key, but there are "
                        + indexKeys.size() + " keys " + indexKeys + " for the size " + size);
            }
        }

        /** This spec with indices taken as they are written. */
        public Sparse alreadySorted() {
            return new Sparse(indexKeys, valueKey, dtype, size, IndexOrder.AS_WRITTEN);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitSparse(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }

    /**
     * Values in rows: {@code tf.io.RaggedFeature}. A batch of B records gives a ragged tensor: a row for each record, cut
     * further by the partitions.
     *
     * @param dtype the type of the values
     * @param valueKey the feature that holds the values; without it, the one of the spec's own name
     * @param partitions how the values of a record are cut into rows, outermost first; none for one row
     * @param rowSplitsDType the type of the row splits: INT32 or INT64
     * @param validation whether partitions must fit the values
     */
    record Ragged(
            DType dtype,
            Optional<String> valueKey,
            List<Partition> partitions,
            DType rowSplitsDType,
            Validation validation)
            implements FeatureSpec {

        /**
         * @throws IllegalArgumentException if features hold no elements of the type, or the value key is empty, or the row splits
         *     are no integers
         */
        public Ragged {
            DTypeNames.check(dtype);
            partitions = List.copyOf(partitions);
            valueKey.ifPresent(key -> SpecRoles.checkNamed("ragged: value key", key));
            if (rowSplitsDType != DType.INT32 && rowSplitsDType != DType.INT64) {
                throw new IllegalArgumentException("ragged: row splits must be int32 or int64: " + rowSplitsDType);
            }
        }

        /** This spec with values from another feature than the one of its own name. */
        public Ragged valueKey(String key) {
            return new Ragged(dtype, Optional.of(key), partitions, rowSplitsDType, validation);
        }

        /** This spec with these partitions, outermost first. */
        public Ragged partitionedBy(Partition... outermostFirst) {
            return new Ragged(dtype, valueKey, List.of(outermostFirst), rowSplitsDType, validation);
        }

        /** This spec with row splits of this type: INT32 or INT64. */
        public Ragged rowSplitsDType(DType type) {
            return new Ragged(dtype, valueKey, partitions, type, validation);
        }

        /** This spec with partitions that must fit the values. */
        public Ragged validated() {
            return new Ragged(dtype, valueKey, partitions, rowSplitsDType, Validation.ON);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitRagged(this);
        }

        @Override
        public String toString() {
            return SpecText.print(this);
        }
    }
}

package dev.riffle.parse;

import dev.riffle.internal.Argument;

/**
 * Divides the values of a {@link FeatureSpec.Ragged}, or the rows of the next inner partition, into rows. The key of a
 * partition names an int64_list of the same record with the numbers of the partition. Immutable and safe for use by
 * several threads.
 *
 * @since 0.1
 */
public sealed interface Partition {

    /**
     * A partition whose numbers come from a feature.
     *
     * @since 0.1
     */
    sealed interface Keyed extends Partition {

        /** Returns the name of the feature that holds the numbers. */
        String key();
    }

    /**
     * A partition by row splits: the offsets at which rows begin and end. The first offset is 0. The number of offsets
     * is the number of rows plus 1. Immutable.
     *
     * @param key the feature that holds the numbers
     * @since 0.1
     */
    record RowSplits(String key) implements Keyed {

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if the key is not Unicode text
         */
        public RowSplits {
            SpecRoles.checkKey(Argument.present(key, "key"));
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * A partition by the length of each row. Immutable.
     *
     * @param key the feature that holds the numbers
     * @since 0.1
     */
    record RowLengths(String key) implements Keyed {

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if the key is not Unicode text
         */
        public RowLengths {
            SpecRoles.checkKey(Argument.present(key, "key"));
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * A partition by the offset at which each row begins. Immutable.
     *
     * @param key the feature that holds the numbers
     * @since 0.1
     */
    record RowStarts(String key) implements Keyed {

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if the key is not Unicode text
         */
        public RowStarts {
            SpecRoles.checkKey(Argument.present(key, "key"));
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * A partition by the offset at which each row ends. Immutable.
     *
     * @param key the feature that holds the numbers
     * @since 0.1
     */
    record RowLimits(String key) implements Keyed {

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if the key is not Unicode text
         */
        public RowLimits {
            SpecRoles.checkKey(Argument.present(key, "key"));
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * A partition by the row number of each value. Immutable.
     *
     * @param key the feature that holds the numbers
     * @since 0.1
     */
    record ValueRowIds(String key) implements Keyed {

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if the key is not Unicode text
         */
        public ValueRowIds {
            SpecRoles.checkKey(Argument.present(key, "key"));
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * A partition into rows of equal length. Immutable.
     *
     * @param length at least 1
     * @since 0.1
     */
    record UniformRowLength(int length) implements Partition {

        /**
         * Checks the length.
         *
         * @throws IllegalArgumentException if the length is not positive; TensorFlow rejects it too
         */
        public UniformRowLength {
            Argument.positive(length, "uniform row length");
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }
}

package dev.riffle.parse;

/**
 * How a {@link FeatureSpec.Ragged} cuts its values, or the rows of the partition behind it, into rows. Where a key is named,
 * the numbers are an int64_list of the same record.
 */
public sealed interface Partition {

    /** A partition whose numbers a feature holds. */
    sealed interface Keyed extends Partition {

        /** The feature that holds the numbers. */
        String key();
    }

    /**
     * Where rows begin and end, the first one at 0: one more number than rows.
     *
     * @param key the feature that holds the numbers
     */
    record RowSplits(String key) implements Keyed {

        /** @throws IllegalArgumentException if the key is no Unicode text */
        public RowSplits {
            SpecRoles.checkKey(key);
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * How long each row is.
     *
     * @param key the feature that holds the numbers
     */
    record RowLengths(String key) implements Keyed {

        /** @throws IllegalArgumentException if the key is no Unicode text */
        public RowLengths {
            SpecRoles.checkKey(key);
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * Where each row begins.
     *
     * @param key the feature that holds the numbers
     */
    record RowStarts(String key) implements Keyed {

        /** @throws IllegalArgumentException if the key is no Unicode text */
        public RowStarts {
            SpecRoles.checkKey(key);
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * Where each row ends.
     *
     * @param key the feature that holds the numbers
     */
    record RowLimits(String key) implements Keyed {

        /** @throws IllegalArgumentException if the key is no Unicode text */
        public RowLimits {
            SpecRoles.checkKey(key);
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * For each value the number of its row.
     *
     * @param key the feature that holds the numbers
     */
    record ValueRowIds(String key) implements Keyed {

        /** @throws IllegalArgumentException if the key is no Unicode text */
        public ValueRowIds {
            SpecRoles.checkKey(key);
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }

    /**
     * All rows have this length.
     *
     * @param length at least 1
     */
    record UniformRowLength(int length) implements Partition {

        /** @throws IllegalArgumentException if the length is not positive, which TensorFlow refuses too */
        public UniformRowLength {
            if (length < 1) {
                throw new IllegalArgumentException("uniform row length must be positive: " + length);
            }
        }

        @Override
        public String toString() {
            return SpecText.partition(this);
        }
    }
}

package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.BucketNode;

/**
 * Batches of elements of similar length: TensorFlow's {@code bucket_by_sequence_length}. Bucket i holds the lengths
 * from boundary i - 1, inclusive, to boundary i, exclusive. A bucket that reaches its batch size becomes a batch. At
 * the end, the remaining elements become batches in the order of buckets. Immutable and safe for use by several
 * threads.
 *
 * @param <T> the type of the elements
 * @param <B> the type of the batches
 * @since 0.1
 */
public final class BucketDataset<T, B> extends Dataset<B> {

    private final BucketNode<T, B> own;

    BucketDataset(BucketNode<T, B> node) {
        super(node);
        this.own = node;
    }

    /**
     * Pads elements to the upper boundary of the bucket minus one, instead of the length of the longest element. The
     * number of batch shapes is then at most the number of buckets. The last bucket has no upper boundary, so its
     * batches are errors.
     *
     * @throws IllegalArgumentException if the collator has no padding
     */
    public BucketDataset<T, B> padToBucketBoundary() {
        return new BucketDataset<>(own.padToBucketBoundary());
    }

    /** Drops the last batches that are not full: TensorFlow's {@code drop_remainder=True}. */
    public BucketDataset<T, B> dropRemainder() {
        return new BucketDataset<>(own.dropRemainder());
    }
}

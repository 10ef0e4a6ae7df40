package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.BucketNode;

/**
 * Batches of elements of similar length: TensorFlow's {@code bucket_by_sequence_length}. Bucket i has the lengths from
 * boundary i - 1 on, below boundary i; a batch comes when a bucket has as many elements as its batch size, and what is left
 * at the end, in the order of buckets.
 */
public final class BucketDataset<T, B> extends Dataset<B> {

    private final BucketNode<T, B> own;

    BucketDataset(BucketNode<T, B> node) {
        super(node);
        this.own = node;
    }

    /**
     * Pads to one below the upper boundary of the bucket rather than to the longest element, so that there are only as many
     * shapes as buckets. An element of the last bucket, which has no upper boundary, is then an error, where its batch
     * would come.
     *
     * @throws IllegalArgumentException if the collator has no padding
     */
    public BucketDataset<T, B> padToBucketBoundary() {
        return new BucketDataset<>(own.padToBucketBoundary());
    }

    /** Leaves out last batches that are not full: TensorFlow's {@code drop_remainder=True}. */
    public BucketDataset<T, B> dropRemainder() {
        return new BucketDataset<>(own.dropRemainder());
    }
}

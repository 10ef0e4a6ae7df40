package dev.riffle.dataset;

import dev.riffle.dataset.internal.source.RandomNode;

/**
 * An infinite dataset of random numbers from 0 to 2^32 - 1: {@code tf.data.Dataset.random}. Immutable and safe for use
 * by several threads.
 *
 * @since 0.1
 */
public final class RandomDataset extends Dataset<Long> {

    private final RandomNode own;

    RandomDataset(RandomNode node) {
        super(node);
        this.own = node;
    }

    /** Draws different numbers in each pass. The seed determines the numbers of all passes. */
    public RandomDataset rerandomizeEachIteration() {
        return new RandomDataset(own.rerandomizeEachIteration());
    }
}

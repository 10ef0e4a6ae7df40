package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.SampleNode;
import dev.riffle.dataset.stage.Seed;

/**
 * Elements of several datasets, drawn by weights: {@code tf.data.Dataset.sample_from_datasets}. Immutable and safe for
 * use by several threads.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class SampleDataset<T> extends Dataset<T> {

    private final SampleNode<T> own;

    SampleDataset(SampleNode<T> node) {
        super(node);
        this.own = node;
    }

    /** Sets the seed of the draws to {@link Seed#of Seed.of(seed)}. */
    public SampleDataset<T> seed(long seed) {
        return new SampleDataset<>(own.seed(Seed.of(seed)));
    }

    /** Sets the seed of the draws. */
    public SampleDataset<T> seed(Seed seed) {
        return new SampleDataset<>(own.seed(seed));
    }

    /** Ends the sample when it draws a dataset that has ended: TensorFlow's {@code stop_on_empty_dataset=True}. */
    public SampleDataset<T> stopOnEmptyDataset() {
        return new SampleDataset<>(own.stopOnEmptyDataset());
    }

    /** Draws in a different order in each pass. The seed determines all orders. */
    public SampleDataset<T> rerandomizeEachIteration() {
        return new SampleDataset<>(own.rerandomizeEachIteration());
    }
}

package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.ChooseNode;

/**
 * Elements of several datasets, in the order that another dataset chooses:
 * {@code tf.data.Dataset.choose_from_datasets}. Immutable and safe for use by several threads.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class ChooseDataset<T> extends Dataset<T> {

    private final ChooseNode<T> own;

    ChooseDataset(ChooseNode<T> node) {
        super(node);
        this.own = node;
    }

    /** Skips a choice if its dataset has ended: TensorFlow's {@code stop_on_empty_dataset=False}. */
    public ChooseDataset<T> skipEmptyDatasets() {
        return new ChooseDataset<>(own.skipEmptyDatasets());
    }
}

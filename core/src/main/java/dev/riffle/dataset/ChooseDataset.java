package dev.riffle.dataset;

import dev.riffle.dataset.internal.operator.ChooseNode;

/** Elements of several datasets, chosen by another dataset: {@code tf.data.Dataset.choose_from_datasets}. */
public final class ChooseDataset<T> extends Dataset<T> {

    private final ChooseNode<T> own;

    ChooseDataset(ChooseNode<T> node) {
        super(node);
        this.own = node;
    }

    /** Goes on with other choices when a chosen dataset has ended: {@code stop_on_empty_dataset=False}. */
    public ChooseDataset<T> skipEmptyDatasets() {
        return new ChooseDataset<>(own.skipEmptyDatasets());
    }
}

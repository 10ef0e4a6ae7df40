package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.internal.Argument;

/**
 * The elements of several datasets in turn: {@code tf.data.Dataset.interleave}. A function creates a dataset from each
 * element of the input. The cycle length is the number of datasets that are open at a time. Each open dataset delivers
 * a block of elements in its turn. At the next turn of a dataset that has ended, a new dataset replaces it.
 *
 * <p>If the function fails or returns null, the iterator throws an exception in place of the dataset's elements. The
 * interleave then continues with the next element of the input. Immutable and safe for use by several threads.
 *
 * @param <S> the type of the input's elements
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class InterleaveDataset<S, T> extends Dataset<T> {

    private final InterleaveNode<S, T> own;

    InterleaveDataset(InterleaveNode<S, T> node) {
        super(node);
        this.own = node;
    }

    /** Returns a function that creates a dataset with {@code function} and returns the dataset's node. */
    static <S, T> DatasetFunction<S, Node<? extends T>> nodes(
            DatasetFunction<? super S, ? extends Dataset<? extends T>> function) {
        return element -> Stage.notNull(function.apply(element)).node();
    }

    /**
     * Sets the number of consecutive elements that each dataset delivers in its turn. The default is 1.
     *
     * @throws IllegalArgumentException if {@code blockLength} is below 1
     */
    public InterleaveDataset<S, T> blockLength(long blockLength) {
        return new InterleaveDataset<>(own.blockLength(blockLength));
    }

    /**
     * Reads ahead in several open datasets in parallel, at most 16 elements in each dataset. The order stays the same,
     * unless {@link Parallel#anyOrder} is set.
     */
    public InterleaveDataset<S, T> parallel(Parallel parallel) {
        return new InterleaveDataset<>(
                own.parallel(Argument.present(parallel, "parallel").parallelism()));
    }
}

package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.internal.Argument;

/**
 * The elements of several datasets in turn: {@code tf.data.Dataset.interleave}. A function makes a dataset of each element
 * of the input; so many of them as the cycle is long are open at a time and each gives a block of elements in its turn. One
 * that has ended is replaced when its turn comes again.
 *
 * <p>Where the function fails, or gives null, the failure comes in place of the dataset's elements and iteration goes on with
 * the next element of the input.
 */
public final class InterleaveDataset<S, T> extends Dataset<T> {

    private final InterleaveNode<S, T> own;

    InterleaveDataset(InterleaveNode<S, T> node) {
        super(node);
        this.own = node;
    }

    /** Returns the function that gives the nodes of what {@code function} gives. */
    static <S, T> DatasetFunction<S, Node<? extends T>> nodes(
            DatasetFunction<? super S, ? extends Dataset<? extends T>> function) {
        return element -> Stage.notNull(function.apply(element)).node();
    }

    /**
     * How many elements each dataset gives before it is the turn of the next; 1 if nothing is said.
     *
     * @throws IllegalArgumentException if {@code blockLength} is below 1
     */
    public InterleaveDataset<S, T> blockLength(long blockLength) {
        return new InterleaveDataset<>(own.blockLength(blockLength));
    }

    /**
     * Reads ahead in several of the open datasets at a time, at most 16 elements in each. The order stays the same
     * unless {@link Parallel#anyOrder} gives it up.
     */
    public InterleaveDataset<S, T> parallel(Parallel parallel) {
        return new InterleaveDataset<>(
                own.parallel(Argument.present(parallel, "parallel").parallelism()));
    }
}

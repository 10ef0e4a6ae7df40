package dev.riffle.parse.internal;

import dev.riffle.tensor.Tensor;

/** Creates the tensor of one spec from the columns of the spec's keys. Keeps reusable memory for the next batch. */
public interface TensorOutput {

    /** No rows. */
    int[] NO_ROWS = {};

    /** Returns the tensor of a batch. The rows are the first dimension. */
    Tensor ofBatch(int rows);

    /** Returns the tensor of a single row, without the dimension of rows. */
    Tensor ofSingle();

    /** Returns the rows of the last tensor whose partitions do not fit the values, in ascending order. */
    default int[] inconsistentRows() {
        return NO_ROWS;
    }

    /** Releases memory that belongs to the created tensors. */
    void release();
}

package dev.riffle.parse.internal;

import dev.riffle.tensor.Tensor;

/** Creates the tensor of one spec from the columns of its keys. Keeps reusable memory for the next batch. */
public interface TensorOutput {

    /** Returns the tensor of a batch. Its first dimension is the rows. */
    Tensor ofBatch(int rows);

    /** Returns the tensor of a single row, without that dimension. */
    Tensor ofSingle();

    /** Releases memory that belongs to the created tensors. */
    void release();
}

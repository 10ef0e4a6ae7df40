package dev.riffle.parse.internal;

import dev.riffle.tensor.Tensor;

/** Makes the tensor of one spec from the columns that were read for it. Keeps what it can use again for the next batch. */
public interface TensorOutput {

    /** The tensor of a batch: its first dimension is that of the rows. */
    Tensor ofBatch(int rows);

    /** The tensor of a single row, without that dimension. */
    Tensor ofSingle();

    /** Lets go of memory that belongs to the tensors that were made. */
    void release();
}

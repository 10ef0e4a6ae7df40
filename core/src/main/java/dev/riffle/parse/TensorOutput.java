package dev.riffle.parse;

import dev.riffle.tensor.Tensor;
import java.util.function.Supplier;

/** Makes the tensor of one spec from the columns that were read for it. Keeps what it can use again for the next batch. */
interface TensorOutput {

    /** The tensor of a batch: its first dimension is that of the rows. */
    Tensor ofBatch(int rows);

    /** The tensor of a single row, without that dimension. */
    Tensor ofSingle();

    /**
     * What was made, if it is not too large.
     *
     * @throws ExampleParseException if a block of memory cannot be so large
     */
    static Tensor checked(String key, Supplier<Tensor> making) {
        try {
            return making.get();
        } catch (ArithmeticException e) {
            throw new ExampleParseException(
                    new ExampleParseException.Fault(
                            key,
                            "a tensor of less than 2 GiB",
                            String.valueOf(e.getMessage()),
                            "parse fewer records together, or take the feature as VarLen or Ragged"),
                    -1,
                    null,
                    e);
        }
    }

    /** Lets go of memory that belongs to the tensors that were made. */
    void release();
}

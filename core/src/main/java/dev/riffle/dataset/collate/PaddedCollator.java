package dev.riffle.dataset.collate;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import java.util.List;

/**
 * Fills up dense tensors to one shape and puts them on top of each other, as TensorFlow's {@code padded_batch}: to the
 * longest of the batch, unless {@link #shape} says how long. All must have as many dimensions. Immutable; each method
 * gives another.
 *
 * @since 0.1
 */
public sealed interface PaddedCollator extends Collator<Object, Tensor> permits DensePaddedCollator {

    /**
     * Pads to these dimensions: TensorFlow's {@code padded_shapes}. An element that is longer is an error.
     *
     * @param dims outermost first; -1 stands for the longest of the batch
     * @throws IllegalArgumentException if one is below -1
     */
    PaddedCollator shape(int... dims);

    /**
     * Pads with this number, where elements are integers, or floats of 8 and 4 bits, that can have it, or other floats,
     * or complex. Without it, with 0, false or "".
     */
    PaddedCollator value(long value);

    /** Pads with this number; elements must be floats of 16, 32 or 64 bits. */
    PaddedCollator value(double value);

    /** Pads with this text, in UTF-8; elements must be strings. */
    PaddedCollator value(String value);

    /** Pads with these bytes; elements must be strings. */
    PaddedCollator value(Bytes value);

    /**
     * Pads with this scalar; elements must be of its type.
     *
     * @throws IllegalArgumentException if it has dimensions
     */
    PaddedCollator value(DenseTensor value);

    @Override
    Tensor collate(List<?> elements);
}
